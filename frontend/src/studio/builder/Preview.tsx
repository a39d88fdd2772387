import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { languageOf } from "../parts/draft/languages";
import { words } from "../words/words";

/** The respondent page itself, loaded anew after each save. */
export function Preview({ survey, complete }: { survey: Survey; complete: boolean }) {
  const { draft } = survey;
  const [chosen, setChosen] = useState(draft.language);
  const offered = [draft.language, ...draft.languages];
  const tag = offered.includes(chosen) ? chosen : draft.language;
  const address = `/preview/${survey.id}/${offered.length > 1 ? `?lang=${tag}` : ""}`;
  return (
    <aside className="preview" aria-labelledby="preview">
      <h2 id="preview">{words.build.preview}</h2>
      {offered.length > 1 && (
        <NativeSelect
          label={words.build.previewLanguage}
          value={tag}
          data={offered.map((language) => ({ value: language, label: languageOf(language).name }))}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        />
      )}
      {complete ? (
        <iframe key={`${survey.updated_at} ${tag}`} className="phone" src={address} title={words.build.previewFrame} />
      ) : (
        <p className="phone phone-empty quiet">{words.build.previewEmpty}</p>
      )}
      <p className="quiet">{words.build.previewText}</p>
      {complete && (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            {words.build.previewOpen}
          </a>
        </p>
      )}
    </aside>
  );
}

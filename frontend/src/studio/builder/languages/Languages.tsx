import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { Draft } from "../../../api/types";
import { withoutLanguage } from "../../parts/draft/draft";
import { languageOf, SPOKEN } from "../../parts/draft/languages";
import { words } from "../../words/words";
import { TranslationTable } from "./TranslationTable";
import { inLanguage, linesOf, missingIn, withLanguage } from "./translations";

interface LanguagesProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

interface LanguageRowProps {
  draft: Draft;
  tag: string;
  open: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function LanguageRow({ draft, tag, open, onOpen, onRemove }: LanguageRowProps) {
  const { name } = languageOf(tag);
  const all = linesOf(draft).length;
  const done = all - missingIn(draft, tag).length;
  return (
    <li className="language-row">
      <span lang={tag}>{name}</span>
      <meter min={0} max={Math.max(all, 1)} value={done} aria-label={words.languages.meter(name, done, all)} />
      <span className="quiet">
        {words.languages.complete(done, all)}
        {done === all && `, ${words.languages.allDone}`}
      </span>
      <span className="moves">
        <button
          type="button"
          className="text-button"
          aria-expanded={open}
          aria-label={open ? undefined : words.languages.translateWhat(name)}
          onClick={onOpen}
        >
          {open ? words.languages.close : words.languages.translate}
        </button>
        <button type="button" className="text-button" aria-label={words.languages.removeWhat(name)} onClick={onRemove}>
          {words.languages.remove}
        </button>
      </span>
    </li>
  );
}

function AddLanguage({ draft, onAdd }: { draft: Draft; onAdd: (tag: string) => void }) {
  const [chosen, setChosen] = useState("");
  const offered = SPOKEN.filter(({ tag }) => tag !== draft.language && !draft.languages.includes(tag));
  const tag = offered.find((language) => language.tag === chosen)?.tag ?? offered[0]?.tag;
  if (tag === undefined) return null;
  return (
    <div className="add-language">
      <NativeSelect
        label={words.languages.add}
        value={tag}
        data={offered.map((language) => ({ value: language.tag, label: language.name }))}
        onChange={(changed) => setChosen(changed.currentTarget.value)}
      />
      <Button variant="default" onClick={() => onAdd(tag)}>
        {words.languages.addThis}
      </Button>
    </div>
  );
}

function Base({ draft, onChange }: LanguagesProps) {
  const known = SPOKEN.some(({ tag }) => tag === draft.language);
  const offered = known ? SPOKEN : [languageOf(draft.language), ...SPOKEN];
  return (
    <NativeSelect
      className="short"
      label={words.languages.base}
      value={draft.language}
      data={offered.map(({ tag, name }) => ({ value: tag, label: name }))}
      onChange={(changed) => onChange(inLanguage(draft, changed.currentTarget.value))}
    />
  );
}

/** Which languages people may read the questionnaire in, and how far each translation is. */
export function Languages({ draft, onChange }: LanguagesProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [before, setBefore] = useState<{ tag: string; draft: Draft } | null>(null);
  function remove(tag: string) {
    setBefore({ tag, draft });
    onChange(withoutLanguage(draft, tag));
  }
  function undo({ tag, draft: had }: { tag: string; draft: Draft }) {
    const texts = had.translations[tag] ?? {};
    onChange({ ...draft, languages: had.languages, translations: { ...draft.translations, [tag]: texts } });
    setBefore(null);
  }
  return (
    <section aria-labelledby="languages">
      <h2 id="languages">{words.languages.title}</h2>
      <p>{words.languages.text}</p>
      <Base draft={draft} onChange={onChange} />
      {draft.languages.length > 0 && (
        <ul className="language-list">
          {draft.languages.map((tag) => (
            <LanguageRow
              key={tag}
              draft={draft}
              tag={tag}
              open={open === tag}
              onOpen={() => setOpen(open === tag ? null : tag)}
              onRemove={() => remove(tag)}
            />
          ))}
        </ul>
      )}
      {before && !draft.languages.includes(before.tag) && (
        <p role="status">
          {words.languages.removed(languageOf(before.tag).name)}{" "}
          <button type="button" className="text-button" onClick={() => undo(before)}>
            {words.languages.undo}
          </button>
        </p>
      )}
      {open !== null && draft.languages.includes(open) && (
        <TranslationTable key={open} draft={draft} tag={open} onChange={onChange} />
      )}
      <AddLanguage
        draft={draft}
        onAdd={(tag) => {
          onChange(withLanguage(draft, tag));
          setOpen(tag);
        }}
      />
    </section>
  );
}

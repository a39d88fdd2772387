import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { choose, useLanguage } from "../words/choice";
import { isLanguage, LANGUAGES, type Language, words } from "../words/words";
import { Failure } from "./Failure";

/** Each language under its own name, so that who cannot read the page finds theirs. */
export function LanguageChoice({ person }: { person: string | undefined }) {
  const id = useId();
  const chosen = useMutation({ mutationFn: (next: Language) => choose(next, person) });
  return (
    <span className="language">
      <label className="heard" htmlFor={id}>
        {words.language}
      </label>
      <select
        id={id}
        value={useLanguage()}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && chosen.mutate(value)}
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <Failure error={chosen.error} />
    </span>
  );
}

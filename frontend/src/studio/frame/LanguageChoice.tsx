import { useId } from "react";
import { choose, useLanguage } from "../words/choice";
import { isLanguage, LANGUAGES, words } from "../words/words";

/** Each language under its own name, so that who cannot read the page finds theirs. */
export function LanguageChoice({ person }: { person: string | undefined }) {
  const id = useId();
  return (
    <span className="language">
      <label className="heard" htmlFor={id}>
        {words.language}
      </label>
      <select
        id={id}
        value={useLanguage()}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value, person)}
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

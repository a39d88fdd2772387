import { useId } from "react";
import { words } from "../words/words";
import type { Draft, Engine } from "./draft";

const ENGINES: readonly Engine[] = ["marginals", "gaussian"];

interface EngineChoiceProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** Two ways to make rows, by what they keep. */
export function EngineChoice({ draft, onChange }: EngineChoiceProps) {
  const said = words.synthetic;
  const id = useId();
  const hasNumbers = draft.columns.some(({ isNumber }) => isNumber);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{said.engine}</h2>
      <fieldset className="engines" aria-labelledby={`${id}-title`}>
        {ENGINES.map((engine) => (
          <div className="tick" key={engine}>
            <input
              type="radio"
              id={`${id}-${engine}`}
              name={id}
              checked={draft.engine === engine}
              disabled={engine === "gaussian" && !hasNumbers}
              aria-describedby={`${id}-${engine}-said`}
              onChange={() => onChange({ engine })}
            />
            <label htmlFor={`${id}-${engine}`}>{said.engines[engine].name}</label>
            <p id={`${id}-${engine}-said`} className="quiet">
              {engine === "gaussian" && !hasNumbers ? said.noNumbers : said.engines[engine].text}
            </p>
          </div>
        ))}
      </fieldset>
    </section>
  );
}

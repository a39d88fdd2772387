import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { engines } from "../../data/syntheses";
import { words } from "../../words/words";
import type { Draft, Engine } from "../draft";

interface EngineChoiceProps {
  dataSet: string;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

function textOf(engine: Engine, hours: number | null): string {
  const text = words.synthetic.engines[engine].text;
  return typeof text === "string" ? text : text(hours ?? 0);
}

/** The ways to make rows that run here, by what they keep. */
export function EngineChoice({ dataSet, draft, onChange }: EngineChoiceProps) {
  const text = words.synthetic;
  const id = useId();
  const { data: offered = [] } = useQuery(engines(dataSet));
  const hasNumbers = draft.columns.some(({ isNumber }) => isNumber);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.engine}</h2>
      <fieldset className="engines" aria-labelledby={`${id}-title`}>
        {offered.map(({ engine, hours }) => (
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
            <label htmlFor={`${id}-${engine}`}>{text.engines[engine].name}</label>
            <p id={`${id}-${engine}-said`} className="quiet">
              {engine === "gaussian" && !hasNumbers ? text.noNumbers : textOf(engine, hours)}
            </p>
          </div>
        ))}
      </fieldset>
    </section>
  );
}

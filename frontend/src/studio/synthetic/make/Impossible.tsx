import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import type { ColumnToMake } from "../../../api/types";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";
import { type Draft, isWhole, MOST_TOGETHER, madeNames, type Part, type Rule } from "../draft";
import { valueSaid } from "./parts";

interface ImpossibleProps {
  draft: Draft;
  offered: readonly ColumnToMake[];
  onChange: (part: Partial<Draft>) => void;
  /** Which table's, where there are two. */
  title?: string;
}

interface ValuesProps {
  number: number;
  part: Part;
  column: ColumnToMake | undefined;
  /** Other intervals than were declared: what they are called is not known before they are made. */
  cutOtherwise: boolean;
  onChange: (values: Part["values"]) => void;
}

function Values({ number, part, column, cutOtherwise, onChange }: ValuesProps) {
  const said = words.synthetic;
  if (!column) return null;
  if (cutOtherwise) {
    const kept = part.values.map((value) => value ?? said.missing).join(words.listComma);
    return <p className="quiet">{kept === "" ? said.cutOtherwise(part.name) : kept}</p>;
  }
  return (
    <fieldset className="values">
      <legend>{said.valuesOf(number, part.name)}</legend>
      {column.labels.map((label, place) => (
        <Tick
          key={label ?? ""}
          label={valueSaid(column, place)}
          checked={part.values.includes(label)}
          onChange={(chosen) =>
            onChange(column.labels.filter((one) => (one === label ? chosen : part.values.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

interface OneRuleProps extends ImpossibleProps {
  number: number;
  rule: Rule;
  onRule: (rule: Rule) => void;
  onRemove: () => void;
}

function OneRule({ number, rule, draft, offered, onRule, onRemove }: OneRuleProps) {
  const said = words.synthetic;
  const names = madeNames(draft);
  const cut = new Set(draft.columns.flatMap(({ name, bins }) => (bins.trim() === "" ? [] : [name])));
  const set = (place: number, part: Part) => onRule(rule.map((before, at) => (at === place ? part : before)));
  return (
    <li>
      {rule.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place of the rule, whatever is chosen in it
        <div key={place}>
          <NativeSelect
            className="of-column"
            aria-label={said.columnOfRule(number, place + 1)}
            value={names.includes(part.name) ? part.name : ""}
            data={[{ value: "", label: said.choose }, ...names]}
            onChange={({ currentTarget: { value } }) => set(place, { name: value, values: [] })}
          />
          <Values
            number={number}
            part={part}
            column={offered.find(({ name }) => name === part.name)}
            cutOtherwise={cut.has(part.name)}
            onChange={(values) => set(place, { ...part, values })}
          />
        </div>
      ))}
      {!isWhole(rule) && <p className="quiet">{said.notWhole}</p>}
      <div className="ways">
        {rule.length < MOST_TOGETHER && (
          <button
            type="button"
            className="text-button"
            aria-label={said.oneMoreOfRule(number)}
            onClick={() => onRule([...rule, { name: "", values: [] }])}
          >
            {said.oneMore}
          </button>
        )}
        <button type="button" className="text-button" aria-label={said.removeRule(number)} onClick={onRemove}>
          {said.remove}
        </button>
      </div>
    </li>
  );
}

/** What no person can be: the rows are not looked at for it, and none that is made has it. */
export function Impossible(props: ImpossibleProps) {
  const { draft, onChange, title } = props;
  const said = words.synthetic;
  const id = useId();
  const { impossible } = draft;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title ?? said.impossible}</h2>
      <p>{said.impossibleText}</p>
      <ul className="rules">
        {impossible.map((rule, place) => (
          <OneRule
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name
            key={place}
            {...props}
            number={place + 1}
            rule={rule}
            onRule={(changed) =>
              onChange({ impossible: impossible.map((before, at) => (at === place ? changed : before)) })
            }
            onRemove={() => onChange({ impossible: impossible.filter((_, at) => at !== place) })}
          />
        ))}
      </ul>
      {madeNames(draft).length > 1 && (
        <button
          type="button"
          className="text-button"
          onClick={() =>
            onChange({
              impossible: [
                ...impossible,
                [
                  { name: "", values: [] },
                  { name: "", values: [] },
                ],
              ],
            })
          }
        >
          {said.addRule}
        </button>
      )}
    </section>
  );
}

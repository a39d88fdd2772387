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
  const text = words.synthetic;
  if (!column) return null;
  if (cutOtherwise) {
    const kept = part.values.map((value) => value ?? text.missing).join(words.listComma);
    return <p className="quiet">{kept === "" ? text.cutOtherwise(part.name) : kept}</p>;
  }
  return (
    <fieldset className="values">
      <legend>{text.valuesOf(number, part.name)}</legend>
      {column.labels.map((label, index) => (
        <Tick
          key={label ?? ""}
          label={valueSaid(column, index)}
          checked={part.values.includes(label)}
          onChange={(chosen) =>
            onChange(column.labels.filter((each) => (each === label ? chosen : part.values.includes(each))))
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
  const text = words.synthetic;
  const names = madeNames(draft);
  const cut = new Set(draft.columns.flatMap(({ name, bins }) => (bins.trim() === "" ? [] : [name])));
  const set = (place: number, part: Part) => onRule(rule.map((before, at) => (at === place ? part : before)));
  return (
    <li>
      {rule.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place of the rule, whatever is chosen in it
        <div key={index}>
          <NativeSelect
            className="of-column"
            aria-label={text.columnOfRule(number, index + 1)}
            value={names.includes(part.name) ? part.name : ""}
            data={[{ value: "", label: text.choose }, ...names]}
            onChange={({ currentTarget: { value } }) => set(index, { name: value, values: [] })}
          />
          <Values
            number={number}
            part={part}
            column={offered.find(({ name }) => name === part.name)}
            cutOtherwise={cut.has(part.name)}
            onChange={(values) => set(index, { ...part, values })}
          />
        </div>
      ))}
      {!isWhole(rule) && <p className="quiet">{text.notWhole}</p>}
      <div className="ways">
        {rule.length < MOST_TOGETHER && (
          <button
            type="button"
            className="text-button"
            aria-label={text.oneMoreOfRule(number)}
            onClick={() => onRule([...rule, { name: "", values: [] }])}
          >
            {text.oneMore}
          </button>
        )}
        <button type="button" className="text-button" aria-label={text.removeRule(number)} onClick={onRemove}>
          {text.remove}
        </button>
      </div>
    </li>
  );
}

/** What no person can be: the rows are not looked at for it, and none that is made has it. */
export function Impossible(props: ImpossibleProps) {
  const { draft, onChange, title } = props;
  const text = words.synthetic;
  const id = useId();
  const { impossible } = draft;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title ?? text.impossible}</h2>
      <p>{text.impossibleText}</p>
      <ul className="rules">
        {impossible.map((rule, index) => (
          <OneRule
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name
            key={index}
            {...props}
            number={index + 1}
            rule={rule}
            onRule={(changed) =>
              onChange({ impossible: impossible.map((before, at) => (at === index ? changed : before)) })
            }
            onRemove={() => onChange({ impossible: impossible.filter((_, at) => at !== index) })}
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
          {text.addRule}
        </button>
      )}
    </section>
  );
}

import { TextInput } from "@mantine/core";
import { useId } from "react";
import type { ColumnToMake } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";
import { binsFault, type Draft, type MadeColumn } from "../draft";
import type { Faults } from "./faults";
import { valueSaid } from "./parts";

const FEW = 6;

function valuesOf(column: ColumnToMake): string {
  const { labels } = column;
  const named = labels.slice(0, FEW).map((_, index) => valueSaid(column, index));
  const left = labels.length - named.length;
  return named.join(words.listComma) + (left > 0 ? words.listComma + words.synthetic.andMore(left) : "");
}

interface ColumnsProps {
  offered: readonly ColumnToMake[];
  draft: Draft;
  faults: Faults;
  onChange: (place: number, part: Partial<MadeColumn>) => void;
  /** Which table's, where there are two. */
  title?: string;
}

/** Why it is not made as a number, or between which bounds it is. */
function asNumber({ type, bounds }: ColumnToMake): string {
  const text = words.synthetic;
  if (bounds !== null) return text.within(bounds[0] ?? "", bounds[1] ?? "");
  return type === "category" ? text.isChoice : text.mayLack;
}

/** What a row is made of: declared values alone, which nobody had to look at the rows for. */
export function Columns({ offered, draft, faults, onChange, title }: ColumnsProps) {
  const text = words.synthetic;
  const id = useId();
  const { columns, dividedBy } = draft;
  const ofNumbers = draft.engine === "gaussian";
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title ?? text.columns}</h2>
      {title === undefined && <p>{ofNumbers ? text.numbersText : text.columnsText}</p>}
      <ul className="made-columns">
        {offered.map((column, index) => {
          const typed = columns[index];
          if (!typed) return null;
          const divides = ofNumbers && column.name === dividedBy;
          const isCut = (ofNumbers ? divides : typed.isWanted) && column.edges.length > 0;
          return (
            <li key={column.name}>
              {ofNumbers && (divides || column.bounds === null) ? (
                <span className="tick">{column.name}</span>
              ) : (
                <Tick
                  label={column.name}
                  checked={typed.isWanted}
                  onChange={(checked) => onChange(index, { isWanted: checked })}
                />
              )}
              <p className="quiet">
                {divides && text.divides}
                {ofNumbers && !divides ? asNumber(column) : valuesOf(column)}
              </p>
              {isCut && (
                <TextInput
                  label={text.bins}
                  aria-label={text.binsOf(column.name)}
                  inputMode="numeric"
                  placeholder={String(column.edges.length - 1)}
                  value={typed.bins}
                  error={binsFault(typed) ? text.binsFault : undefined}
                  onChange={({ currentTarget: { value } }) => onChange(index, { bins: value })}
                />
              )}
              <ServerMessage fault={faults.at[column.name]} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

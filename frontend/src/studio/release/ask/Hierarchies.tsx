import { Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import type { DeclaredColumn } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { domainOf } from "./domain";
import { type Draft, needsOrder, needsRule, type TypedColumn, type Unlisted } from "./draft";
import { columnAt, type Faults } from "./faults";
import { type CountedOf, Preview } from "./Preview";
import { RuleFields } from "./RuleFields";

interface OneProps {
  declared: DeclaredColumn;
  column: TypedColumn;
  place: number;
  ordered: boolean;
  tree: boolean;
  unlisted: readonly Unlisted[];
  counted: CountedOf | undefined;
  faults: Faults;
  onChange: (part: Partial<TypedColumn>) => void;
}

function Choices({ column, unlisted, onChange }: Pick<OneProps, "column" | "unlisted" | "onChange">) {
  const text = words.rows;
  return (
    <>
      <Choice
        label={text.unlisted}
        value={column.unlisted}
        choices={unlisted}
        named={text.unlistedNames}
        onChange={(chosen) => onChange({ unlisted: chosen })}
      />
      <TextInput
        label={text.weight}
        description={text.weightHint}
        inputMode="numeric"
        value={column.weight}
        onChange={({ currentTarget: { value } }) => onChange({ weight: value })}
      />
    </>
  );
}

function OneColumn({ declared, column, place, ordered, tree, unlisted, counted, faults, onChange }: OneProps) {
  const text = words.rows;
  const domain = useMemo(() => domainOf(declared), [declared]);
  return (
    <fieldset className="column">
      <legend>{column.name}</legend>
      <div className="column-fields">
        {tree && <RuleFields declared={declared} rule={column.rule} onChange={(rule) => onChange({ rule })} />}
        {column.role === "quasi" && <Choices column={column} unlisted={unlisted} onChange={onChange} />}
        {ordered && (
          <Textarea
            className="wide-field"
            label={text.orderOfSensitive}
            autosize
            minRows={3}
            maxRows={12}
            value={column.order}
            onChange={({ currentTarget: { value } }) => onChange({ order: value })}
          />
        )}
      </div>
      {["hierarchy", "unlisted", "weight", "order"].map((field) => (
        <ServerMessage key={field} fault={faults.at[columnAt(place, field)]} />
      ))}
      {tree && <Preview column={column} domain={domain} counted={counted} />}
    </fieldset>
  );
}

interface HierarchiesProps {
  declared: readonly DeclaredColumn[];
  draft: Draft;
  /** What may become of values that a hierarchy does not list. */
  unlisted: readonly Unlisted[];
  /** Where the values of the rows are counted. */
  counted: CountedOf | undefined;
  /** How the rows get counted, for whoever may see that. */
  children: ReactNode;
  faults: Faults;
  onChange: (place: number, part: Partial<TypedColumn>) => void;
}

/** What may a row say instead? A tree for each column that somebody may know. */
export function Hierarchies({ declared, draft, unlisted, counted, children, faults, onChange }: HierarchiesProps) {
  const text = words.rows;
  const { columns, candidates } = draft;
  return (
    <section aria-labelledby="hierarchies" className="hierarchies">
      <h2 id="hierarchies">{text.hierarchies}</h2>
      <p>{text.hierarchiesText}</p>
      {columns.every(({ role }) => role !== "quasi") && <p className="quiet">{text.noQuasi}</p>}
      {children}
      {declared.map((row, index) => {
        const column = columns[index];
        if (!column) return null;
        const [tree, ordered] = [needsRule(column, candidates), needsOrder(column, candidates)];
        if (!tree && !ordered) return null;
        return (
          <OneColumn
            key={column.name}
            declared={row}
            column={column}
            place={index}
            ordered={ordered}
            tree={tree}
            unlisted={unlisted}
            counted={counted}
            faults={faults}
            onChange={(part) => onChange(index, part)}
          />
        );
      })}
    </section>
  );
}

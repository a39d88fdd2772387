import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { CrossTab, CrossTable } from "../../../api/types";
import { Interval } from "../../mark/Interval";
import { type Scale, scaleFor } from "../../mark/scale";
import { count } from "../../numbers/format";
import { type Estimate, estimateOf, labelOf } from "../../numbers/interval";
import { words } from "../../words/words";
import { Crossed } from "./Crossed";
import { EstimateChart, saidOf } from "./EstimateChart";

interface TableProps {
  table: CrossTable;
  simulated: boolean;
}

function cellsOf(table: CrossTable): Estimate[][] {
  return table.cells.map((row, index) =>
    row.map((cell, column) =>
      estimateOf({
        ...cell,
        id: `${table.rows.answers[index]?.id} ${table.columns.answers[column]?.id}`,
        label: "",
      }),
    ),
  );
}

interface CellProps {
  estimate: Estimate;
  scale: Scale;
  simulated: boolean;
}

function Cell({ estimate, scale, simulated }: CellProps) {
  const { figure, doubt, spoken } = saidOf(estimate);
  return (
    <>
      <Interval estimate={estimate} scale={scale} simulated={simulated} label={spoken} />
      <span aria-hidden="true">
        {figure} <span className="quiet">{doubt}</span>
      </span>
    </>
  );
}

/** Every cell a dot with its interval, all on one scale; the numbers stand below each. */
function Cells({ table, simulated }: TableProps) {
  const cells = cellsOf(table);
  const scale = scaleFor(cells.flat());
  return (
    <Crossed
      className="crosstab"
      label={words.results.crossTable(table.rows.text, table.columns.text)}
      rows={table.rows.answers}
      columns={table.columns.answers}
      cell={(row, column) => {
        const estimate = cells[row]?.[column];
        return estimate && <Cell estimate={estimate} scale={scale} simulated={simulated} />;
      }}
    />
  );
}

interface Group {
  key: string;
  label: string;
  of: CrossTable["rows"];
  answers: readonly { share: number; intervals: Readonly<Record<string, readonly number[]>> }[] | null;
}

/** Everybody who gave one answer to one of the two questions, with the other question's shares among them. */
function groupsOf(table: CrossTable): Group[] {
  const sides = [
    { given: table.rows, of: table.columns, among: table.among_rows ?? [] },
    { given: table.columns, of: table.rows, among: table.among_columns ?? [] },
  ];
  return sides.flatMap(({ given, of, among }) =>
    among.map(({ answer, answers }) => {
      const named = given.answers.find(({ id }) => id === answer);
      const label = words.results.crossThose({ answer: named ? labelOf(named) : answer, question: given.text });
      return { key: `${given.id} ${answer}`, label, of, answers };
    }),
  );
}

function Among({ group, simulated }: { group: Group; simulated: boolean }) {
  if (group.answers === null) return <p>{words.results.crossTooFew}</p>;
  const estimates = group.answers.map((answer, index) =>
    estimateOf({ ...answer, id: group.of.answers[index]?.id ?? "", label: group.of.answers[index]?.label ?? "" }),
  );
  return (
    <>
      <p className="result-question">{group.of.text}</p>
      <EstimateChart
        question={`${group.of.text} (${group.label})`}
        estimates={estimates}
        scale={scaleFor(estimates)}
        simulated={simulated}
        truth={undefined}
      />
      <p className="quiet note">{words.results.crossAmongNote}</p>
    </>
  );
}

function Ready({ table, simulated }: TableProps) {
  const [chosen, choose] = useState("");
  const groups = groupsOf(table);
  const group = groups.find(({ key }) => key === chosen);
  return (
    <>
      <p className="quiet note">
        {table.planned ? words.results.crossPlanned : words.results.crossUnplanned}{" "}
        {words.results.crossReports(count(table.reports))}
      </p>
      {groups.length > 0 && (
        <NativeSelect
          className="among"
          label={words.results.crossAmong}
          value={group?.key ?? ""}
          data={[
            { value: "", label: words.results.crossEverybody },
            ...groups.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={(changed) => choose(changed.currentTarget.value)}
        />
      )}
      {group ? <Among group={group} simulated={simulated} /> : <Cells table={table} simulated={simulated} />}
    </>
  );
}

export function CrossTabView({ crosstab, name, simulated }: { crosstab: CrossTab; name: string; simulated: boolean }) {
  return (
    <>
      <h3>{name}</h3>
      {crosstab.table ? (
        <Ready table={crosstab.table} simulated={simulated} />
      ) : (
        <p className="quiet" role="status">
          {words.results.crossComputing}
        </p>
      )}
    </>
  );
}

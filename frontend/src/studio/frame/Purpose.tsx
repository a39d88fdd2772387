import { NativeSelect } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { purposesOf, subjectOf } from "../data/policies";
import { words } from "../words/words";
import { offeredPurposes, purposeFrom } from "./purposes";

type Operation = Parameters<typeof purposesOf>[1];

export interface PurposeOfUse {
  /** What the viewer's roles offer; null where none asks for a purpose, undefined until it is known. */
  readonly offered: readonly string[] | null | undefined;
  /** "" where none is needed; undefined while one has to be chosen. */
  readonly purpose: string | undefined;
  readonly choose: (purpose: string) => void;
}

/** The purpose for which these data sets are used: one of those that the roles on all of them offer. */
export function usePurpose(dataSets: readonly string[], operation: Operation, before = ""): PurposeOfUse {
  const [chosen, choose] = useState(before);
  const answers = useQueries({ queries: dataSets.map((id) => purposesOf(subjectOf(id), operation)) });
  const offered = offeredPurposes(answers.map(({ data }) => data));
  return { offered, purpose: purposeFrom(offered, chosen), choose };
}

/** What is sent along; nothing where no purpose is needed. */
export const purposeToSend = ({ purpose }: PurposeOfUse): { purpose?: string } => (purpose ? { purpose } : {});

export function PurposeChoice({ of }: { of: PurposeOfUse }) {
  const { offered, purpose, choose } = of;
  if (!offered) return null;
  const [only, ...others] = offered;
  if (only !== undefined && others.length === 0) return <p className="quiet">{words.purpose.only(only)}</p>;
  return (
    <div className="column-fields">
      <NativeSelect
        label={words.purpose.label}
        data-field="purpose"
        description={words.purpose.hint}
        required
        value={purpose ?? ""}
        data={[{ value: "", label: words.purpose.choose }, ...offered.map((name) => ({ value: name, label: name }))]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
    </div>
  );
}

type Row = { column: string; relation: keyof typeof words.policy.relations; value: string | boolean | string[] };

function rowText({ column, relation, value }: Row): string {
  const plain = Array.isArray(value) ? value.join(words.listComma) : value;
  const text = typeof plain === "boolean" ? words.policy.truths[plain ? "true" : "false"] : plain;
  return words.policy.comparison(column, words.policy.relations[relation], text);
}

/** What something was made for, and of which rows, as far as either was limited. */
export function MadeFor({ purpose, rows = [] }: { purpose: string; rows?: readonly Row[] }) {
  return (
    <>
      {purpose && <p className="quiet">{words.purpose.madeFor(purpose)}</p>}
      {rows.length > 0 && <p className="quiet">{words.purpose.onlyRows(rows.map(rowText).join(words.listComma))}</p>}
    </>
  );
}

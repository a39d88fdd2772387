import { NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DeclaredColumn } from "../../api/types";
import { Tick } from "../frame/Tick";
import { count } from "../numbers/format";
import { DECLARED_ROLES } from "../parts/columnRoles";
import {
  categoriesIn,
  categoriesText,
  DAY_NOTATIONS,
  isBounded,
  known,
  NUMBER_NOTATIONS,
  OUTSIDE,
  PROTECTIONS,
  TYPES,
  unreleasable,
  wordsIn,
} from "../parts/columns";
import { words } from "../words/words";

interface ColumnFieldsProps {
  /** The path of the column in the body, as "columns.2": each field is called by it. */
  at: string;
  /** A few cells of the column, for whoever may see rows. */
  cells: readonly string[];
  /** Each text stands in one row alone, so that it was proposed to leave the column out. */
  hasIds: boolean;
  column: DeclaredColumn;
  /** Those that many rows have. */
  values: readonly string[];
  /** Usual signs of a missing value that stand in the file, with their rows. */
  signs: readonly { sign: string; rows: number }[];
  /** Notations in which every cell can be read, where they differ and the file does not decide. */
  notations: readonly string[];
  onChange: (column: DeclaredColumn) => void;
}

type FieldProps = Pick<ColumnFieldsProps, "at" | "column" | "onChange">;
type DomainProps = FieldProps & Pick<ColumnFieldsProps, "values">;

/** How the file writes the numbers or the days of this column. */
function Notation({ at, column, onChange }: FieldProps) {
  const isDay = column.type === "date";
  const ways: readonly ["", ...Exclude<DeclaredColumn["notation"], undefined>[]] = isDay
    ? DAY_NOTATIONS
    : NUMBER_NOTATIONS;
  return (
    <NativeSelect
      label={words.data.notation}
      data-field={`${at}.notation`}
      value={column.notation ?? ""}
      data={ways.map((value) => ({ value, label: value || (isDay ? "2005-06-07" : "1234.5") }))}
      onChange={(chosen) => onChange({ ...column, notation: known(ways, chosen.currentTarget.value) })}
    />
  );
}

function Bounds({ at, column, onChange }: FieldProps) {
  const [edges, setEdges] = useState(column.bins.join(" "));
  const type = column.type === "date" ? "date" : "text";
  const mode = column.type === "date" ? undefined : ("decimal" as const);
  return (
    <>
      <TextInput
        type={type}
        inputMode={mode}
        label={words.data.minimum}
        data-field={`${at}.minimum`}
        maxLength={40}
        value={column.minimum}
        onChange={(typed) => onChange({ ...column, minimum: typed.currentTarget.value.trim() })}
      />
      <TextInput
        type={type}
        inputMode={mode}
        label={words.data.maximum}
        data-field={`${at}.maximum`}
        maxLength={40}
        value={column.maximum}
        onChange={(typed) => onChange({ ...column, maximum: typed.currentTarget.value.trim() })}
      />
      <Notation at={at} column={column} onChange={onChange} />
      {column.type === "number" && (
        <NumberInput
          label={words.data.decimals}
          data-field={`${at}.decimals`}
          min={0}
          max={9}
          hideControls
          value={column.decimals}
          onChange={(typed) => onChange({ ...column, decimals: Math.min(9, Math.max(0, Number(typed) || 0)) })}
        />
      )}
      <TextInput
        label={words.data.bins}
        data-field={`${at}.bins`}
        value={edges}
        onChange={(typed) => {
          setEdges(typed.currentTarget.value);
          onChange({ ...column, bins: wordsIn(typed.currentTarget.value, /\s+/) });
        }}
      />
    </>
  );
}

function Categories({ at, column, values, onChange }: DomainProps) {
  const [text, setText] = useState(categoriesText(column.categories));
  const write = (written: string) => {
    setText(written);
    onChange({ ...column, categories: categoriesIn(written) });
  };
  const taken = values.filter((value) => !column.missing.includes(value));
  return (
    <div className="wide-field">
      <Textarea
        label={words.data.categories}
        data-field={`${at}.categories`}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(typed) => write(typed.currentTarget.value)}
      />
      {taken.length > 0 && text === "" && (
        <p className="actions">
          <button type="button" className="text-button" onClick={() => write(taken.join("\n"))}>
            {words.data.takeValues(taken.length)}
          </button>
        </p>
      )}
    </div>
  );
}

function Domain(props: DomainProps) {
  const { at, column, onChange } = props;
  if (isBounded(column.type)) return <Bounds key={column.type} at={at} column={column} onChange={onChange} />;
  if (column.type === "category") return <Categories {...props} />;
  if (column.type !== "text") return null;
  return (
    <NumberInput
      label={words.data.longest}
      data-field={`${at}.longest`}
      min={1}
      max={64_000}
      hideControls
      value={column.longest || ""}
      onChange={(typed) => onChange({ ...column, longest: Math.max(0, Math.floor(Number(typed) || 0)) })}
    />
  );
}

const plainOf = (notations: readonly string[]): string =>
  notations.some((way) => way !== "" && DAY_NOTATIONS.some((day) => day === way)) ? "2005-06-07" : "1234.5";

/** What a cell without a value may say; nothing at all is always among it. */
const maybeMissing = (typed: string): string[] => ["", ...wordsIn(typed, /,/)];

/** One column of the file: what it becomes in the data set, or that it is left out. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { column, cells, hasIds, onChange } = props;
  const nameInFile = column.name_in_file ?? column.name;
  return (
    <fieldset className="column">
      <legend>{nameInFile}</legend>
      {cells.length > 0 && (
        <p className="quiet" dir="auto">
          {words.data.cells(cells.map((cell) => `“${cell}”`).join(words.listComma))}
        </p>
      )}
      {hasIds && <p>{words.data.ids}</p>}
      <Tick
        label={words.data.leaveOut}
        name={words.data.leaveOutOf(nameInFile)}
        checked={column.left_out ?? false}
        onChange={(left_out) => onChange({ ...column, left_out })}
      />
      {!column.left_out && <KeptColumn {...props} />}
    </fieldset>
  );
}

/** A column that stays: its name, what it may hold, and what happens to the rest. */
function KeptColumn({ at, column, values, signs, notations, onChange }: ColumnFieldsProps) {
  const [missing, setMissing] = useState(column.missing.filter(Boolean).join(", "));
  const neverMissing = column.missing.length === 0;
  const unreleased = unreleasable(column);
  const outsides = OUTSIDE.filter((rule) => rule !== "clamp" || isBounded(column.type));
  return (
    <>
      {notations.length > 0 && !isBounded(column.type) && (
        <p className="quiet">{words.data.twoWays(notations.map((way) => way || plainOf(notations)).join(", "))}</p>
      )}
      <div className="column-fields">
        <TextInput
          label={words.data.columnName}
          data-field={`${at}.name`}
          maxLength={200}
          value={column.name}
          onChange={(typed) => onChange({ ...column, name: typed.currentTarget.value })}
        />
        <NativeSelect
          label={words.data.role}
          data-field={`${at}.role`}
          value={column.role}
          data={DECLARED_ROLES.map((value) => ({ value, label: words.data.roles[value] }))}
          onChange={(chosen) => onChange({ ...column, role: known(DECLARED_ROLES, chosen.currentTarget.value) })}
        />
        <NativeSelect
          label={words.data.type}
          data-field={`${at}.type`}
          value={column.type}
          data={TYPES.map((value) => ({ value, label: words.data.types[value] }))}
          onChange={(chosen) => {
            const type = known(TYPES, chosen.currentTarget.value);
            const outside = column.outside === "clamp" && !isBounded(type) ? "reject" : column.outside;
            onChange({ ...column, type, outside, minimum: "", maximum: "", bins: [], notation: "" });
          }}
        />
        <Domain at={at} column={column} values={values} onChange={onChange} />
        <TextInput
          label={words.data.meaning}
          data-field={`${at}.description`}
          maxLength={2000}
          value={column.description}
          onChange={(typed) => onChange({ ...column, description: typed.currentTarget.value })}
        />
        <TextInput
          label={words.data.unit}
          data-field={`${at}.unit`}
          maxLength={100}
          value={column.unit}
          onChange={(typed) => onChange({ ...column, unit: typed.currentTarget.value })}
        />
        <TextInput
          label={words.data.missing}
          data-field={`${at}.missing`}
          disabled={neverMissing}
          value={missing}
          onChange={(typed) => {
            setMissing(typed.currentTarget.value);
            onChange({ ...column, missing: maybeMissing(typed.currentTarget.value) });
          }}
        />
        <NativeSelect
          label={words.data.outside}
          data-field={`${at}.outside`}
          value={column.outside}
          data={outsides.map((value) => ({ value, label: words.data.outsides[value] }))}
          onChange={(chosen) => onChange({ ...column, outside: known(OUTSIDE, chosen.currentTarget.value) })}
        />
        <NativeSelect
          label={words.data.protection}
          data-field={`${at}.protection`}
          value={column.protection}
          data={PROTECTIONS.map((value) => ({ value, label: words.data.protections[value] }))}
          onChange={(chosen) => onChange({ ...column, protection: known(PROTECTIONS, chosen.currentTarget.value) })}
        />
      </div>
      <Tick
        label={words.data.neverMissing}
        name={words.data.neverMissingOf(column.name)}
        checked={neverMissing}
        onChange={(never) => onChange({ ...column, missing: never ? [] : maybeMissing(missing) })}
      />
      {unreleased !== undefined && <p className="quiet">{words.data.unreleasable(unreleased)}</p>}
      {signs.map(({ sign, rows }) => (
        <p key={sign} className="quiet">
          {column.missing.includes(sign)
            ? words.data.signMissing(sign, count(rows))
            : words.data.signKept(sign, count(rows))}
        </p>
      ))}
    </>
  );
}

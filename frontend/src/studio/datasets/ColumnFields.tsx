import { NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DeclaredColumn } from "../../api/types";
import { ServerMessage } from "../frame/ServerMessage";
import { Tick } from "../frame/Tick";
import { count } from "../numbers/format";
import { DECLARED_ROLES } from "../parts/columnRoles";
import {
  categoriesIn,
  categoriesText,
  DAY_NOTATIONS,
  formulaIn,
  isBounded,
  known,
  NUMBER_NOTATIONS,
  OUTSIDE,
  PROTECTIONS,
  TYPES,
  wordsIn,
} from "../parts/columns";
import { words } from "../words/words";

interface ColumnFieldsProps {
  column: DeclaredColumn;
  /** Those that many rows have. */
  values: readonly string[];
  /** Usual signs of a missing value that stand in the file, with their rows. */
  signs: readonly { sign: string; rows: number }[];
  /** Notations in which every cell can be read, where they differ and the file does not decide. */
  notations: readonly string[];
  /** What the server said of this column, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (column: DeclaredColumn) => void;
}

/** How the file writes the numbers or the days of this column. */
function Notation({ column, onChange }: Pick<ColumnFieldsProps, "column" | "onChange">) {
  const isDay = column.type === "date";
  const ways: readonly ["", ...Exclude<DeclaredColumn["notation"], undefined>[]] = isDay
    ? DAY_NOTATIONS
    : NUMBER_NOTATIONS;
  return (
    <NativeSelect
      label={words.data.notation}
      value={column.notation ?? ""}
      data={ways.map((value) => ({ value, label: value || (isDay ? "2005-06-07" : "1234.5") }))}
      onChange={(chosen) => onChange({ ...column, notation: known(ways, chosen.currentTarget.value) })}
    />
  );
}

function Bounds({ column, onChange }: Pick<ColumnFieldsProps, "column" | "onChange">) {
  const [edges, setEdges] = useState(column.bins.join(" "));
  const type = column.type === "date" ? "date" : "text";
  const mode = column.type === "date" ? undefined : ("decimal" as const);
  return (
    <>
      <TextInput
        type={type}
        inputMode={mode}
        label={words.data.minimum}
        maxLength={40}
        value={column.minimum}
        onChange={(typed) => onChange({ ...column, minimum: typed.currentTarget.value.trim() })}
      />
      <TextInput
        type={type}
        inputMode={mode}
        label={words.data.maximum}
        maxLength={40}
        value={column.maximum}
        onChange={(typed) => onChange({ ...column, maximum: typed.currentTarget.value.trim() })}
      />
      <Notation column={column} onChange={onChange} />
      {column.type === "number" && (
        <NumberInput
          label={words.data.decimals}
          min={0}
          max={9}
          hideControls
          value={column.decimals}
          onChange={(typed) => onChange({ ...column, decimals: Math.min(9, Math.max(0, Number(typed) || 0)) })}
        />
      )}
      <TextInput
        label={words.data.bins}
        description={words.data.binsHint}
        value={edges}
        onChange={(typed) => {
          setEdges(typed.currentTarget.value);
          onChange({ ...column, bins: wordsIn(typed.currentTarget.value, /\s+/) });
        }}
      />
    </>
  );
}

function Categories({ column, values, onChange }: Omit<ColumnFieldsProps, "faults" | "signs" | "notations">) {
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
        description={words.data.categoriesHint}
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
          <span className="quiet">{words.data.takeWarning}</span>
        </p>
      )}
    </div>
  );
}

function Domain(props: Omit<ColumnFieldsProps, "faults" | "signs" | "notations">) {
  const { column, onChange } = props;
  if (isBounded(column.type)) return <Bounds key={column.type} column={column} onChange={onChange} />;
  if (column.type === "category") return <Categories {...props} />;
  if (column.type !== "text") return null;
  return (
    <NumberInput
      label={words.data.longest}
      description={words.data.longestText}
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
  const { column, onChange } = props;
  const nameInFile = column.name_in_file ?? column.name;
  return (
    <fieldset className="column">
      <legend>{nameInFile}</legend>
      <Tick
        label={words.data.leaveOut}
        name={words.data.leaveOutOf(nameInFile)}
        {...(column.left_out && { hint: words.data.leaveOutHint })}
        checked={column.left_out ?? false}
        onChange={(left_out) => onChange({ ...column, left_out })}
      />
      {!column.left_out && <KeptColumn {...props} />}
    </fieldset>
  );
}

/** A column that stays: its name, what it may hold, and what happens to the rest. */
function KeptColumn({ column, values, signs, notations, faults, onChange }: ColumnFieldsProps) {
  const [missing, setMissing] = useState(column.missing.filter(Boolean).join(", "));
  const neverMissing = column.missing.length === 0;
  const formula = formulaIn(column);
  const outsides = OUTSIDE.filter((rule) => rule !== "clamp" || isBounded(column.type));
  return (
    <>
      {notations.length > 0 && !isBounded(column.type) && (
        <p className="quiet">{words.data.twoWays(notations.map((way) => way || plainOf(notations)).join(", "))}</p>
      )}
      <div className="column-fields">
        <TextInput
          label={words.data.columnName}
          maxLength={200}
          value={column.name}
          onChange={(typed) => onChange({ ...column, name: typed.currentTarget.value })}
        />
        <NativeSelect
          label={words.data.role}
          value={column.role}
          data={DECLARED_ROLES.map((value) => ({ value, label: words.data.roles[value] }))}
          onChange={(chosen) => onChange({ ...column, role: known(DECLARED_ROLES, chosen.currentTarget.value) })}
        />
        <NativeSelect
          label={words.data.type}
          value={column.type}
          data={TYPES.map((value) => ({ value, label: words.data.types[value] }))}
          onChange={(chosen) => {
            const type = known(TYPES, chosen.currentTarget.value);
            const outside = column.outside === "clamp" && !isBounded(type) ? "reject" : column.outside;
            onChange({ ...column, type, outside, minimum: "", maximum: "", bins: [], notation: "" });
          }}
        />
        <Domain column={column} values={values} onChange={onChange} />
        <TextInput
          label={words.data.meaning}
          maxLength={2000}
          value={column.description}
          onChange={(typed) => onChange({ ...column, description: typed.currentTarget.value })}
        />
        <TextInput
          label={words.data.unit}
          maxLength={100}
          value={column.unit}
          onChange={(typed) => onChange({ ...column, unit: typed.currentTarget.value })}
        />
        <TextInput
          label={words.data.missing}
          description={words.data.missingHint}
          disabled={neverMissing}
          value={missing}
          onChange={(typed) => {
            setMissing(typed.currentTarget.value);
            onChange({ ...column, missing: maybeMissing(typed.currentTarget.value) });
          }}
        />
        <NativeSelect
          label={words.data.outside}
          value={column.outside}
          data={outsides.map((value) => ({ value, label: words.data.outsides[value] }))}
          onChange={(chosen) => onChange({ ...column, outside: known(OUTSIDE, chosen.currentTarget.value) })}
        />
        <NativeSelect
          label={words.data.protection}
          value={column.protection}
          data={PROTECTIONS.map((value) => ({ value, label: words.data.protections[value] }))}
          onChange={(chosen) => onChange({ ...column, protection: known(PROTECTIONS, chosen.currentTarget.value) })}
        />
      </div>
      <Tick
        label={words.data.neverMissing}
        name={words.data.neverMissingOf(column.name)}
        hint={words.data.neverMissingHint}
        checked={neverMissing}
        onChange={(never) => onChange({ ...column, missing: never ? [] : maybeMissing(missing) })}
      />
      {formula !== undefined && <p className="quiet">{words.data.formula(formula)}</p>}
      {signs.map(({ sign, rows }) => (
        <p key={sign} className="quiet">
          {column.missing.includes(sign)
            ? words.data.signMissing(sign, count(rows))
            : words.data.signKept(sign, count(rows))}
        </p>
      ))}
      {Object.entries(faults).map(([field, fault]) => (
        <ServerMessage key={field} fault={`${field}: ${fault}`} />
      ))}
    </>
  );
}

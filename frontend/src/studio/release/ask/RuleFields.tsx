import { Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import type { DeclaredColumn } from "../../../api/types";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { kindsFor, type TypedRule } from "./draft";

interface RuleFieldsProps {
  declared: DeclaredColumn;
  rule: TypedRule;
  onChange: (rule: TypedRule) => void;
}

type TextField = Exclude<keyof TypedRule, "kind">;

function textIn(rule: TypedRule, field: TextField, onChange: (rule: TypedRule) => void) {
  return {
    value: rule[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...rule, [field]: value }),
  };
}

function Intervals({ rule, onChange }: Omit<RuleFieldsProps, "declared">) {
  const said = words.rows;
  const text = (field: TextField) => textIn(rule, field, onChange);
  return (
    <>
      <TextInput label={said.start} inputMode="numeric" {...text("start")} />
      <TextInput label={said.widths} description={said.widthsHint} {...text("widths")} />
      <TextInput label={said.bottom} description={said.optional} inputMode="numeric" {...text("bottom")} />
      <TextInput label={said.top} description={said.optional} inputMode="numeric" {...text("top")} />
    </>
  );
}

function FileOfArx({ rule, onChange }: Omit<RuleFieldsProps, "declared">) {
  const id = useId();
  const said = words.rows;
  return (
    <div className="wide-field arx">
      <label htmlFor={id}>{said.file}</label>
      <p className="quiet">{said.fileHint}</p>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ currentTarget: { files } }) => {
          void files?.[0]?.text().then((text) => onChange({ ...rule, text }));
        }}
      />
      <Textarea label={said.fileText} autosize minRows={3} maxRows={12} {...textIn(rule, "text", onChange)} />
    </div>
  );
}

function OfKind({ rule, onChange }: Omit<RuleFieldsProps, "declared">) {
  const said = words.rows;
  const text = (field: TextField) => textIn(rule, field, onChange);
  switch (rule.kind) {
    case "intervals":
      return <Intervals rule={rule} onChange={onChange} />;
    case "csv":
      return <FileOfArx rule={rule} onChange={onChange} />;
    case "mask":
      return <TextInput label={said.atOnce} inputMode="numeric" {...text("atOnce")} />;
    case "order":
      return (
        <>
          <TextInput label={said.sizes} description={said.sizesHint} {...text("sizes")} />
          <Textarea className="wide-field" label={said.order} autosize minRows={3} maxRows={12} {...text("order")} />
        </>
      );
    case "groups":
      return (
        <Textarea
          className="wide-field"
          label={said.groups}
          description={said.groupsHint}
          autosize
          minRows={3}
          maxRows={16}
          {...text("groups")}
        />
      );
    default:
      return null;
  }
}

/** Which rule makes the tree, and its figures. */
export function RuleFields({ declared, rule, onChange }: RuleFieldsProps) {
  const said = words.rows;
  const kinds = kindsFor(declared);
  const choices: TypedRule["kind"][] = rule.kind === "" ? ["", ...kinds] : [...new Set([...kinds, rule.kind])];
  return (
    <>
      <Choice
        label={said.kind}
        value={rule.kind}
        choices={choices}
        named={said.kinds}
        onChange={(kind) => onChange({ ...rule, kind })}
      />
      <OfKind rule={rule} onChange={onChange} />
    </>
  );
}

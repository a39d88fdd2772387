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

type TextField = Exclude<keyof TypedRule, "kind" | "pad">;

function textIn(rule: TypedRule, field: TextField, onChange: (rule: TypedRule) => void) {
  return {
    value: rule[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...rule, [field]: value }),
  };
}

function Intervals({ rule, onChange }: Omit<RuleFieldsProps, "declared">) {
  const wording = words.rows;
  const text = (field: TextField) => textIn(rule, field, onChange);
  return (
    <>
      <TextInput label={wording.start} inputMode="decimal" {...text("start")} />
      <TextInput label={wording.widths} description={wording.widthsHint} {...text("widths")} />
      <TextInput label={wording.bottom} description={wording.optional} inputMode="decimal" {...text("bottom")} />
      <TextInput label={wording.top} description={wording.optional} inputMode="decimal" {...text("top")} />
    </>
  );
}

function FileOfArx({ rule, onChange }: Omit<RuleFieldsProps, "declared">) {
  const id = useId();
  const wording = words.rows;
  return (
    <div className="wide-field arx">
      <label htmlFor={id}>{wording.file}</label>
      <p className="quiet">{wording.fileHint}</p>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ currentTarget: { files } }) => {
          void files?.[0]?.text().then((text) => onChange({ ...rule, text }));
        }}
      />
      <Textarea label={wording.fileText} autosize minRows={3} maxRows={12} {...textIn(rule, "text", onChange)} />
    </div>
  );
}

function OfKind({ rule, onChange }: Omit<RuleFieldsProps, "declared">) {
  const wording = words.rows;
  const text = (field: TextField) => textIn(rule, field, onChange);
  switch (rule.kind) {
    case "intervals":
      return <Intervals rule={rule} onChange={onChange} />;
    case "csv":
      return <FileOfArx rule={rule} onChange={onChange} />;
    case "mask":
      return (
        <>
          <TextInput label={wording.atOnce} inputMode="numeric" {...text("atOnce")} />
          <Choice
            label={wording.pad}
            value={rule.pad}
            choices={["", "zeros", "blanks"]}
            named={wording.pads}
            onChange={(pad) => onChange({ ...rule, pad })}
          />
        </>
      );
    case "order":
      return (
        <>
          <TextInput label={wording.sizes} description={wording.sizesHint} {...text("sizes")} />
          <Textarea className="wide-field" label={wording.order} autosize minRows={3} maxRows={12} {...text("order")} />
        </>
      );
    case "groups":
      return (
        <Textarea
          className="wide-field"
          label={wording.groups}
          description={wording.groupsHint}
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
  const text = words.rows;
  const kinds = kindsFor(declared);
  const choices: TypedRule["kind"][] = rule.kind === "" ? ["", ...kinds] : [...new Set([...kinds, rule.kind])];
  return (
    <>
      <Choice
        label={text.kind}
        value={rule.kind}
        choices={choices}
        named={text.kinds}
        onChange={(kind) => onChange({ ...rule, kind })}
      />
      <OfKind rule={rule} onChange={onChange} />
    </>
  );
}

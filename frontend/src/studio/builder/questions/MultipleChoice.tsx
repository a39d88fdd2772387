import { NativeSelect, TextInput } from "@mantine/core";
import type { Item } from "../../../api/types";
import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { BinFields } from "./BinFields";
import { NumberFields } from "./NumberFields";
import { OptionsEditor } from "./OptionsEditor";
import { ScaleFields } from "./ScaleFields";

interface TypeFieldsProps {
  item: Item;
  where: string;
  onChange: (item: Item) => void;
}

interface FieldsOf<One> {
  item: One;
  where: string;
  onChange: (item: Item) => void;
}

function MultipleFields({ item, where, onChange }: FieldsOf<ItemOf<"multiple_choice">>) {
  const together = item.options.filter((option) => !option.exclusive).length;
  const most = Array.from({ length: together }, (_, index) => index + 1);
  return (
    <>
      <OptionsEditor
        options={item.options}
        kind="choice"
        where={`${where}.options`}
        fresh={(option) => ({ ...option, exclusive: false })}
        onChange={(options) => onChange({ ...item, options })}
      />
      <NativeSelect
        className="short"
        label={words.items.most}
        value={String(item.most_choices ?? "")}
        data={[
          { value: "", label: words.items.mostAny },
          ...most.map((number) => ({ value: String(number), label: words.items.mostOf(number) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...item, most_choices: value === "" ? null : Number(value) })
        }
      />
    </>
  );
}

const asItIs = <One,>(option: One): One => option;

function MatrixFields({ item, where, onChange }: FieldsOf<ItemOf<"matrix">>) {
  return (
    <>
      <OptionsEditor
        options={item.rows}
        kind="row"
        where={`${where}.rows`}
        fresh={asItIs}
        onChange={(rows) => onChange({ ...item, rows })}
      />
      <OptionsEditor
        options={item.options}
        kind="column"
        where={`${where}.options`}
        fresh={asItIs}
        onChange={(options) => onChange({ ...item, options })}
      />
    </>
  );
}

function ConsentFields({ item, onChange }: FieldsOf<ItemOf<"consent">>) {
  return (
    <TextInput
      label={words.items.consentLabel}
      maxLength={200}
      value={item.label}
      onChange={(changed) => onChange({ ...item, label: changed.currentTarget.value })}
    />
  );
}

/** What only items of one type have. */
export function TypeFields({ item, where, onChange }: TypeFieldsProps) {
  switch (item.type) {
    case "single_choice":
    case "dropdown":
      return (
        <OptionsEditor
          options={item.options}
          kind="option"
          where={`${where}.options`}
          fresh={asItIs}
          onChange={(options) => onChange({ ...item, options })}
        />
      );
    case "multiple_choice":
      return <MultipleFields item={item} where={where} onChange={onChange} />;
    case "scale":
      return <ScaleFields item={item} where={where} onChange={onChange} />;
    case "number":
      return <NumberFields item={item} where={`${where}.number`} onChange={onChange} />;
    case "date":
      return (
        <BinFields
          kind="date"
          binned={item.date}
          where={`${where}.date`}
          onChange={(date) => onChange({ ...item, date: { ...item.date, ...date } })}
        />
      );
    case "matrix":
      return <MatrixFields item={item} where={where} onChange={onChange} />;
    case "consent":
      return <ConsentFields item={item} where={where} onChange={onChange} />;
    default:
      return null;
  }
}

import { TextInput } from "@mantine/core";
import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import type { FieldsProps, ItemType } from "./questionType";

function ConsentFields({ item, onChange }: FieldsProps<ItemOf<"consent">>) {
  return (
    <TextInput
      label={words.items.consentLabel}
      maxLength={200}
      value={item.label}
      onChange={(changed) => onChange({ ...item, label: changed.currentTarget.value })}
    />
  );
}

/** What must be agreed to before going on. */
export const CONSENT: ItemType<ItemOf<"consent">> = {
  fresh: (base, { agree }) => ({ ...base, type: "consent", label: agree }),
  Fields: ConsentFields,
  textLabel: () => words.items.consentText,
  texts: ({ label }) => [["label", label]],
  inLanguage: (item, before, now) => (item.label === before.agree ? { ...item, label: now.agree } : item),
};

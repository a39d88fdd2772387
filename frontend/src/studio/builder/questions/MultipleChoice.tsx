import { NativeSelect } from "@mantine/core";
import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { OptionsEditor } from "./OptionsEditor";
import { blankOptions, OF_OPTIONS } from "./optionTypes";
import type { FieldsProps, QuestionType } from "./questionType";

function MultipleChoiceFields({ item, where, onChange }: FieldsProps<ItemOf<"multiple_choice">>) {
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

/** A question that is answered with a set of its options, of which some may stand alone. */
export const MULTIPLE_CHOICE: QuestionType<ItemOf<"multiple_choice">> = {
  ...OF_OPTIONS,
  isPairable: false,
  comparisons: ["includes", "excludes", "answered", "unanswered"],
  fresh(base) {
    const options = blankOptions("a", 2).map((option) => ({ ...option, exclusive: false }));
    return { ...base, type: "multiple_choice", options, most_choices: null, shuffle: false, may_skip: true };
  },
  Fields: MultipleChoiceFields,
  domainLabel: (all, parts) => words.items.domainSet(all, parts),
};

import type { ItemOf } from "../../parts/draft/items";
import { OptionsEditor } from "./OptionsEditor";
import { blankOptions, OF_OPTIONS } from "./optionTypes";
import type { QuestionType } from "./questionType";

/** A question that is answered with one of its options, all of which are shown. */
export const SINGLE_CHOICE: QuestionType<ItemOf<"single_choice">> = {
  ...OF_OPTIONS,
  fresh: (base) => ({ ...base, type: "single_choice", options: blankOptions("a", 2), shuffle: false, may_skip: true }),
  Fields: ({ item, where, onChange }) => (
    <OptionsEditor
      options={item.options}
      kind="option"
      where={`${where}.options`}
      fresh={(option) => option}
      onChange={(options) => onChange({ ...item, options })}
    />
  ),
};

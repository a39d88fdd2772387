import type { ItemOf } from "../../parts/draft/items";
import { OptionsEditor } from "./OptionsEditor";
import { blankOptions, OF_OPTIONS } from "./optionTypes";
import type { QuestionType } from "./questionType";

/** A question that is answered with one of many options, in a list that opens. */
export const DROPDOWN: QuestionType<ItemOf<"dropdown">> = {
  ...OF_OPTIONS,
  fresh: (base) => ({ ...base, type: "dropdown", options: blankOptions("a", 2), shuffle: false, may_skip: true }),
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

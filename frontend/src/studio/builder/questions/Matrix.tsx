import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { OptionsEditor } from "./OptionsEditor";
import { blankOptions, OF_OPTIONS, textsOf } from "./optionTypes";
import type { FieldsProps, QuestionType } from "./questionType";

function MatrixFields({ item, where, onChange }: FieldsProps<ItemOf<"matrix">>) {
  return (
    <>
      <OptionsEditor
        options={item.rows}
        kind="row"
        where={`${where}.rows`}
        fresh={(option) => option}
        onChange={(rows) => onChange({ ...item, rows })}
      />
      <OptionsEditor
        options={item.options}
        kind="column"
        where={`${where}.options`}
        fresh={(option) => option}
        onChange={(options) => onChange({ ...item, options })}
      />
    </>
  );
}

/** A question with rows, each of which is answered with one of the same options. */
export const MATRIX: QuestionType<ItemOf<"matrix">> = {
  ...OF_OPTIONS,
  isPairable: false,
  fresh: (base) => ({
    ...base,
    type: "matrix",
    rows: blankOptions("r", 2),
    options: blankOptions("a", 2),
    may_skip: true,
  }),
  Fields: MatrixFields,
  texts: ({ rows, options }) => [...textsOf("rows", rows), ...textsOf("options", options)],
  domainLabel: (all, parts) => words.items.domainRow(all, parts),
  skipLabel: () => words.items.maySkipRows,
};

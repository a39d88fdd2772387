import { Refusal } from "../../api/refusal";

const has = <T extends object, Field extends string>(
  answer: T,
  field: Field,
): answer is Extract<T, Record<Field, unknown>> => field in answer;

/**
 * An answer in the shape that has this field: rows of one table and rows of two come by the same routes. Who asks for
 * one under the id of the other is told that it is not there.
 */
export function shapedBy<T extends object, Field extends string>(
  field: Field,
  answer: T,
): Extract<T, Record<Field, unknown>> {
  if (has(answer, field)) return answer;
  throw new Refusal({ code: "not_found", status: 404, detail: "", fields: {} });
}

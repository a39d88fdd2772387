const has = <T extends object, Field extends string>(
  answer: T,
  field: Field,
): answer is Extract<T, Record<Field, unknown>> => field in answer;

/** An answer in the shape that has this field. Rows of one table and rows of two come by the same routes. */
export function shapedBy<T extends object, Field extends string>(
  field: Field,
  answer: T,
): Extract<T, Record<Field, unknown>> {
  if (has(answer, field)) return answer;
  throw new Error(`The answer has no ${field}: it is of another number of tables.`);
}

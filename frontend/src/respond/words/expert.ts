/** What only experts read, in English: the only words that name the parameter. */
export const expert = {
  summary: "Details for experts",
  unit: "Unit of the guarantee: one report, given its level and draw. Pure local differential privacy, summed over the questions sent.",
  report: "Epsilon of the report",
  field: (id: string, epsilon: string, mechanism: string) => `${id}: epsilon ${epsilon}, ${mechanism}`,
  keep: (threshold: number) => `keeps when a 32-bit word is below ${threshold}`,
  bits: (ofOne: number, zero: number) => `ticks the answer below ${ofOne}, any other below ${zero}`,
  size: (answers: number) => `ticks ${answers} in all`,
  meets: (ticks: number, threshold: number) =>
    `fills your ticks up to ${ticks} with fillers; ticks at least one of these when a 32-bit word is below ${threshold}, else none`,
  most: (positions: number) => `two sets differ in at most ${positions} ticks`,
  version: "Version hash",
  bundle: "Hash of the page",
  message: "The message, exactly as sent",
};

/** The types of which two can be planned as a pair; a test of the builder holds the list to its question types. */
export const PAIRABLE: ReadonlySet<string> = new Set(["yes_no", "single_choice", "dropdown", "scale"]);

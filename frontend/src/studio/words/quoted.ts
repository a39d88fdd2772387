/** Quotation marks, and what looks like one: alone, or single ones that stand together. */
const MARKS =
  /["'\u2018-\u201f]{2,}|["\u201c-\u201f\u02ba\u02dd\u02ee\u05f4\u2033\u2036\u275d\u275e\u301d-\u301f\uff02]/g;

/** What somebody else wrote, between quotation marks that nothing in it ends. Both languages use the same ones. */
export const quoted = (text: string): string => `“${text.replace(MARKS, "’")}”`;

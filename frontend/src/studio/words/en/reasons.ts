/** Reasons of an import are the server's own sentences, which are English already. In another language each `{}` of a
 * sentence stands for a number or a name, in the same order. */
export const reasons: Readonly<Record<string, string>> = {};

export type Offered = readonly string[] | null;

/** Those that every role offers. A role that asks for none (null) takes any; undefined until all have answered. */
export function offeredPurposes(answers: readonly (Offered | undefined)[]): Offered | undefined {
  let shared: Offered = null;
  for (const purposes of answers) {
    if (purposes === undefined) return undefined;
    if (purposes !== null) shared = shared === null ? purposes : shared.filter((name) => purposes.includes(name));
  }
  return shared;
}

/** The one that counts: the only one there is, or the one that was chosen. "" where none is needed. */
export function purposeFrom(offered: Offered | undefined, chosen: string): string | undefined {
  if (offered === null) return "";
  if (offered?.length === 1) return offered[0];
  return offered?.includes(chosen) ? chosen : undefined;
}

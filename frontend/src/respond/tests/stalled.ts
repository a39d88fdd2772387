export type Given = RequestInit["signal"];

/** A browser's request to which nothing comes, and which fails when it is given up. */
export const never = (signal: Given): Promise<never> =>
  new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new DOMException("given up", "AbortError"))));

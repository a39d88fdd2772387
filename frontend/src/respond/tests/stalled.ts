export type Given = RequestInit["signal"];

/** As a browser: nothing comes, and what is given up fails. */
export const never = (signal: Given): Promise<never> =>
  new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new DOMException("given up", "AbortError"))));

import { createHash } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";

/** How many words the key takes. */
export const KEY_WORDS = 4;
const AFTER = 0xfffffffe;

declare global {
  interface Window {
    /** Set by `replaceRandomness`. */
    readonly wordsGiven?: () => { readonly requests: number; readonly read: number };
  }
}

/** The key first, then the words of each block in order: what `Review` reads. Each salt makes a key of its own. */
export function wordsOfReport(tapes: readonly (readonly number[])[], salt: string): number[] {
  const digest = createHash("sha256").update(salt).digest();
  const key = Array.from({ length: KEY_WORDS }, (_, index) => digest.readUInt32LE(4 * index) || 1);
  return [...key, ...tapes.flat()];
}

/**
 * Feed every page of this context with these words, at crypto.getRandomValues and nowhere else.
 *
 * The page fetches words in blocks and wipes each one it has read, so what differs from what was filled in was read.
 */
export async function replaceRandomness(context: BrowserContext, words: readonly number[]): Promise<void> {
  await context.addInitScript(
    ({ words, after }) => {
      let requests = 0;
      let readBefore = 0;
      const given = new Map<Uint32Array, Uint32Array>();
      const wiped = (block: Uint32Array) => {
        const filled = given.get(block);
        return filled === undefined ? 0 : block.filter((word, index) => word !== filled[index]).length;
      };
      const fill = (block: unknown) => {
        if (!(block instanceof Uint32Array)) throw new TypeError("these tests know how to fill 32-bit words only");
        readBefore += wiped(block);
        for (let index = 0; index < block.length; index += 1) block[index] = words[requests++] ?? after;
        given.set(block, block.slice());
        return block;
      };
      const count = () => ({
        requests,
        read: [...given.keys()].reduce((sum, block) => sum + wiped(block), readBefore),
      });
      Object.defineProperty(Crypto.prototype, "getRandomValues", { value: fill });
      Object.defineProperty(window, "wordsGiven", { value: count });
    },
    { words: [...words], after: AFTER },
  );
}

/** How many words were asked of the system, and how many of these the page has read. */
export async function wordsRead(page: Page): Promise<{ requests: number; read: number }> {
  return page.evaluate(() => window.wordsGiven?.() ?? { requests: 0, read: 0 });
}

/** The next uniform 32-bit word of a stream. */
export type Entropy = () => number;

/** How many different words there are. A threshold may be this large, so it is held as a double, never shifted. */
export const WORDS = 4294967296;

const POOL = 64;

/**
 * A stream from the system's generator, passed in: `pool((block) => crypto.getRandomValues(block))`.
 *
 * Words are fetched in blocks, which costs a hundredth of fetching each alone, and wiped as they are read.
 */
export function pool(fill: (block: Uint32Array<ArrayBuffer>) => void): Entropy {
  const block = new Uint32Array(POOL);
  let next = POOL;
  return () => {
    if (next === POOL) {
      fill(block);
      next = 0;
    }
    const word = block[next] as number;
    block[next] = 0;
    next += 1;
    return word;
  };
}

/** Words written down beforehand; reading beyond the end is an error. */
export class Tape {
  read = 0;

  constructor(private readonly tape: readonly number[]) {}

  readonly words: Entropy = () => {
    const word = this.tape[this.read];
    if (word === undefined) throw new RangeError(`word ${this.read + 1} was asked of a tape of ${this.tape.length}`);
    this.read += 1;
    return word;
  };
}

/** `length` random bytes, four from each word, lowest first. */
export function randomBytes(length: number, words: Entropy): Uint8Array {
  const bytes = new Uint8Array(length);
  let word = 0;
  for (let index = 0; index < length; index += 1) {
    word = index % 4 === 0 ? words() : Math.floor(word / 256);
    bytes[index] = word % 256;
  }
  return bytes;
}

/** An exactly uniform integer in [0, bound). A bound of one reads no word. */
export function uniformBelow(bound: number, words: Entropy): number {
  return bound === 1 ? 0 : drawnBelow(bound, words);
}

/** The same, but a bound of one reads a word too. */
export function drawnBelow(bound: number, words: Entropy): number {
  const acceptedBelow = WORDS - (WORDS % bound);
  let word = words();
  while (word >= acceptedBelow) word = words(); // a plain remainder would favour small numbers
  return word % bound;
}

import { WORDS } from "./entropy";

/**
 * SHA-256 (FIPS 180-4). Its own, because `crypto.subtle` is missing on plain http in a local network.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(initialState);
  const padded = pad(message);
  const schedule = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    expand(padded.subarray(start, start + 64), schedule);
    compress(state, schedule);
  }
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((word, index) => {
    view.setUint32(4 * index, word);
  });
  return digest;
}

/** Bytes as lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The message, a 1 bit, zeros, and its length in bits as 64-bit number: a multiple of 64 bytes. */
function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(padded.length - 4, (message.length % 0x20000000) * 8);
  return padded;
}

function expand(block: Uint8Array, schedule: Uint32Array): void {
  const view = new DataView(block.buffer, block.byteOffset, 64);
  for (let t = 0; t < 16; t += 1) schedule[t] = view.getUint32(4 * t);
  for (let t = 16; t < 64; t += 1) {
    const near = at(schedule, t - 2);
    const far = at(schedule, t - 15);
    const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    schedule[t] = sigma1 + at(schedule, t - 7) + sigma0 + at(schedule, t - 16);
  }
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = Array.from(state) as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choose = (e & f) ^ (~e & g);
    const first = h + sum1 + choose + at(roundConstants, t) + at(schedule, t);
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + first) >>> 0];
    [d, c, b, a] = [c, b, a, (first + sum0 + majority) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word; // the array keeps the low 32 bits
  });
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}

/**
 * First 32 bits of the fractional parts of roots of primes: the array drops what is above them and below.
 *
 * None of these roots comes nearer than 2^-40 to where the last bit would change; a double knows them to 2^-50.
 */
const fractions = (roots: readonly number[]): Uint32Array => Uint32Array.from(roots, (root) => root * WORDS);

const initialState = fractions(primes.slice(0, 8).map(Math.sqrt));
const roundConstants = fractions(primes.map(Math.cbrt));

import { digest } from "../privacy/canonical";
import { hex, sha256 } from "../privacy/sha256";

/** A saved file of the answer page, byte for byte as it was served. */
export interface Saved {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface PageFile {
  readonly name: string;
  readonly hash: string;
}

/** The files under the names they are served by: the page itself, and what it loads, below assets/. A build has each of them
 * compressed beside it, which is no file of its own. */
export function pageFiles(saved: readonly Saved[]): readonly PageFile[] {
  const named = saved
    .filter(({ name }) => !name.endsWith(".br"))
    .map(({ name, bytes }) => ({ name: servedName(name), hash: hex(sha256(bytes)) }));
  return named.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The hash that a version declares: twin of hash_of in surveys/publishing/built_page.py. */
export function bundleHash(files: readonly PageFile[]): string {
  const hashes: Record<string, string> = {};
  for (const { name, hash } of files) hashes[name] = hash;
  return digest(hashes);
}

const servedName = (name: string): string => {
  const last = name.replace(/^.*[\\/]/, "");
  return /\.html?$/i.test(last) ? "respond.html" : `assets/${last}`;
};

/** The files that the page itself names. */
export function loadedBy(saved: readonly Saved[]): readonly string[] {
  const page = saved.find(({ name }) => servedName(name) === "respond.html");
  if (page === undefined) return ["respond.html"];
  const text = new TextDecoder().decode(page.bytes);
  return Array.from(text.match(/="\.\/assets\/[^"]+"/g) ?? [], (attribute) => attribute.slice(4, -1));
}

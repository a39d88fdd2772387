import type { Saved } from "./bundle";

/** The bytes of chosen or dropped files; nothing is asked of a network for them. */
export async function bytesOf(files: readonly File[]): Promise<readonly Saved[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/** The text of a saved file; bytes that are no text become marks that no reader here accepts. */
export const textOf = ({ bytes }: Saved): string => new TextDecoder().decode(bytes);

export type Kind = "version" | "receipt" | "page";

/** What a dropped file is for, by how it begins. */
export function kindOf(saved: Saved): Kind {
  const start = textOf({ name: saved.name, bytes: saved.bytes.slice(0, 64) }).trimStart();
  if (start.startsWith("{")) return "version";
  return start.startsWith("format:") ? "receipt" : "page";
}

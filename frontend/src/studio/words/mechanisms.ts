import type { MechanismOffered } from "../../api/types";
import { words } from "./words";

/** The name in the language spoken; those of nobody yet stay as the catalogue writes them. */
export function mechanismName({ slug, name }: Pick<MechanismOffered, "slug" | "name">): string {
  const known: Readonly<Record<string, string>> = { ...words.evaluate.names, ...words.evaluate.catalogue.names };
  return known[slug] ?? name;
}

/** What the address bar asks for. */
export type Address =
  | { readonly kind: "link"; readonly slug: string; readonly test: boolean }
  | { readonly kind: "preview"; readonly survey: string; readonly language: string | null }
  | { readonly kind: "unknown" };

/**
 * An address that ends in ?test asks for the real page whose reports are checked and thrown away; a preview's may name
 * the language to start in, because the studio has a list of them beside the frame.
 */
export function addressOf(path: string, search = ""): Address {
  const [, room, name, ...rest] = path.split("/");
  const whole = name !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(name) && rest.join("") === "";
  if (whole && room === "s") return { kind: "link", slug: name, test: search === "?test" };
  if (whole && room === "preview")
    return { kind: "preview", survey: name, language: /^\?lang=([A-Za-z0-9-]{2,35})$/.exec(search)?.[1] ?? null };
  return { kind: "unknown" };
}

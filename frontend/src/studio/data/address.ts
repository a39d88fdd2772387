const HERE = /^(localhost|127\.|\[::1\])/;

export const onlyHere = (origin: string): boolean => HERE.test(new URL(origin).host);

/** Where others reach what is open here: the address of this page, unless it is one that only this machine has. */
export function sharedAt(): string {
  const { origin } = window.location;
  const address = document.querySelector<HTMLMetaElement>('meta[name="shared-at"]')?.content ?? "";
  return onlyHere(origin) && address.startsWith("http") ? address : origin;
}

/** The address that people answer at. */
export const linkTo = (slug: string): string => `${sharedAt()}/s/${slug}/`;

const KEPT_MILLISECONDS = 60_000; // some browsers read it after the click has returned

/** Hands bytes that a page was sent to the browser, as a file under this name. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MILLISECONDS);
}

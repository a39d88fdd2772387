/** What is given to a question: the id of an option, those of the boxes that are ticked, or a number as it is typed. */
export type Given = string | readonly string[];

export interface Version {
  readonly published: { readonly hash: string };
  /** The answers to give to each question: one person after the other gives the next of them. */
  readonly options: readonly (readonly Given[])[];
  /** The word that draws which questions are sent; without it the page reads one, each time it is loaded. */
  readonly word?: number;
}

/** What the page below is asked to do: so many people answer, from the one of the number `first` on, each so often. */
export interface Batch extends Version {
  readonly bundle: string;
  readonly first: number;
  readonly people: number;
  readonly each: number;
}

/**
 * Runs inside Chromium: people come back to answers that the page kept for them, go on to its last screen and send.
 *
 * The script is the built file, byte for byte, as a function so that it can be started more than once. It is started for
 * each person; the button that goes on from the answers kept is then pressed again and again, and each press draws a new
 * report, from the browser's own randomness. Only what costs time and draws nothing is replaced: the network and the
 * storage by ones in memory, the clock, scrolling, focus, the window's title and what it listens to by nothing. Nobody
 * answers the page that it has sent, so it waits there until the next press.
 *
 * Returns the bytes of all records, one after the other, in base64.
 */
export async function drive({ bundle, published, options, word, first, people, each }: Batch): Promise<string> {
  const start = new Function(bundle);
  const page = document.getElementById("page");
  if (page === null) throw new Error("the document has no #page");
  let sent: string | null = null;
  const version = { ok: true, status: 200, headers: new Headers(), json: async () => published };
  const network = async (_address: string, request: RequestInit) => {
    if (request.method !== "POST") return version;
    if (sent !== null) throw new Error("the page sent twice");
    sent = String(request.body);
    return new Promise(() => undefined);
  };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    key: (place: number) => Array.from(kept.keys())[place] ?? null,
    get length() {
      return kept.size;
    },
  };
  const replace = (owner: object, name: string, value: unknown) =>
    Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  replace(window, "fetch", network);
  replace(window, "localStorage", storage);
  replace(window, "setTimeout", () => 0);
  replace(window, "scrollTo", () => undefined);
  replace(window, "addEventListener", () => undefined);
  replace(HTMLElement.prototype, "focus", () => undefined);
  replace(document, "title", "");

  const main = () => page.querySelector<HTMLButtonElement>("button.main:not(:disabled):not([hidden])");
  const press = (button: HTMLButtonElement | null) => {
    if (button === null) throw new Error(`there is nothing to press at "${page.querySelector("h1")?.textContent}"`);
    button.click();
  };
  const cameBack = async (person: number): Promise<HTMLButtonElement | null> => {
    const given = options.map((some, index) => [`q${index + 1}`, some[person % some.length]]);
    kept.clear();
    window.sessionStorage.clear(); // a tab of their own
    const until = Date.now() + 3_600_000;
    kept.set(`datahub-answers:${published.hash}`, JSON.stringify({ level: "0", page: 1, given, word, until }));
    document.body.replaceChildren(page);
    page.textContent = "";
    start();
    for (let turn = 0; turn < 200 && main() === null; turn += 1) await null; // what it waits for is in memory
    return main();
  };
  const keys = new Set<string>();
  let records = "";
  for (let person = first; person < first + people; person += 1) {
    const goOn = await cameBack(person);
    for (let time = 0; time < each; time += 1) {
      sent = null;
      press(goOn);
      press(main()); // from the last page of questions to the report, which is drawn here
      press(main()); // and it is sent
      if (sent === null) throw new Error(`nothing was sent at "${page.querySelector("h1")?.textContent}"`);
      const { record, key } = JSON.parse(sent) as { record: string; key: string };
      if (keys.has(key)) throw new Error("two reports have one key");
      keys.add(key);
      records += atob(record.replace(/-/g, "+").replace(/_/g, "/"));
    }
  }
  return btoa(records);
}

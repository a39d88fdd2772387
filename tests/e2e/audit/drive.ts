/** What the page below is asked to do, and what it tells. */
export interface Batch {
  readonly bundle: string;
  readonly published: object;
  readonly runs: number;
  /** For each question, the answers to give; one of them is taken at random in each run. */
  readonly options: readonly (readonly number[])[];
}

/** Of each run: the true answers, then the bytes of the record. */
export type Draws = number[];

/**
 * Runs inside Chromium: start the shipped script again and again in one document, and press what a person presses.
 *
 * The script is the built file, byte for byte, as a function so that it can be started more than once. Randomness is
 * the browser's own. Only what costs time and draws nothing is replaced: the network by an answer in memory, and
 * scrolling, focus, the window's title and the file of the receipt by nothing.
 */
export async function drive({ bundle, published, runs, options }: Batch): Promise<Draws> {
  const start = new Function(bundle);
  const draws: number[] = [];
  let body: string | null = null;
  let titleWhenSent: Element | null = null;
  const answered = (status: number, value: unknown) => ({
    ok: status < 300,
    status,
    headers: new Headers(),
    json: async () => value,
  });
  const stand_in = async (_address: string, request: RequestInit) => {
    if (request.method !== "POST") return answered(200, published);
    body = String(request.body);
    titleWhenSent = document.querySelector("h1");
    return answered(202, { state: "accepted" });
  };
  const replace = (owner: object, name: string, value: unknown) =>
    Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  replace(window, "fetch", stand_in);
  replace(window, "scrollTo", () => undefined);
  replace(HTMLElement.prototype, "focus", () => undefined);
  replace(document, "title", "");
  replace(window, "Blob", class {});
  replace(URL, "createObjectURL", () => "blob:none");

  const page = document.getElementById("page");
  if (page === null) throw new Error("the document has no #page");
  const turns = async (until: () => boolean) => {
    for (let turn = 0; turn < 200; turn += 1) {
      if (until()) return;
      await null; // what the page waits for is in memory: a few turns of promises
    }
    throw new Error(`the page waits at "${page.querySelector("h1")?.textContent}"`);
  };
  const main = () => page.querySelector<HTMLButtonElement>("button.main:not(:disabled):not([hidden])");
  const received = () => body !== null && page.querySelector("h1") !== titleWhenSent; // the receipt has taken its place
  const answer = (given: readonly number[]) => {
    for (const radio of page.querySelectorAll<HTMLInputElement>("fieldset:not(.levels) input")) {
      if (Number(radio.value) === given[Number(radio.name.slice(1)) - 1]) radio.click();
    }
  };
  for (let run = 0; run < runs; run += 1) {
    const given = options.map((some) => some[Math.floor(Math.random() * some.length)] ?? 0);
    document.body.replaceChildren(page);
    page.textContent = "";
    body = null;
    start();
    while (!received()) {
      await turns(() => main() !== null || received());
      answer(given);
      main()?.click();
    }
    const { record } = JSON.parse(body ?? "") as { record: string };
    const bytes = atob(record.replace(/-/g, "+").replace(/_/g, "/"));
    draws.push(...given, ...Array.from(bytes, (byte) => byte.charCodeAt(0)));
  }
  return draws;
}

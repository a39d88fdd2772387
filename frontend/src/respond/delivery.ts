import { eraseSealed, keepSealed, type Shelf, type Waiting } from "./keep";
import type { Screen } from "./screens/screen";
import { sendFrom } from "./screens/sending";
import { stoppedScreen } from "./screens/stopped";
import { acceptedScreen, waitingScreen } from "./screens/waiting";
import type { Sealed } from "./seal";
import { type Delivered, post } from "./send";
import type { Voice } from "./voice";
import type { Texts } from "./words/en";

/** Where a report is sent from, and where it waits. */
export interface Outbox {
  readonly shelf: Shelf;
  /** The link's name, under which a report waits. */
  readonly slug: string;
  /** Whether what is sent is only checked. */
  readonly test: boolean;
  /** Puts a screen in the place of the one before; it is made anew when the language changes. */
  readonly put: (make: (voice: Voice) => Screen) => void;
  /** While a report is under way the language stays as it is. */
  readonly holdLanguage: (isHeld: boolean) => void;
}

/** Send until the server has said yes or no. Until then the sealed report, and nothing else, is kept on the device. */
export async function deliverFrom(state: HTMLElement, sealed: Sealed, box: Outbox, voice: Voice): Promise<Delivered> {
  box.holdLanguage(true);
  const kept = keepSealed(box.shelf, box.slug, sealed);
  if (!kept) window.addEventListener("beforeunload", warn);
  const outcome = await sendFrom(
    state,
    () => post(sealed.body, window.fetch.bind(window), box.test),
    kept,
    voice.texts,
  );
  if (kept) eraseSealed(box.shelf, box.slug);
  window.removeEventListener("beforeunload", warn);
  box.holdLanguage(false);
  return outcome;
}

/** Send a report that waits although its survey is closed, or another version now stands behind the link. */
export function sendAlone({ sealed }: Waiting, box: Outbox): void {
  const send = async (state: HTMLElement, voice: Voice): Promise<void> => {
    const outcome = await deliverFrom(state, sealed, box, voice);
    if (outcome.kind === "accepted") box.put(({ texts }) => acceptedScreen(texts));
    else box.put(({ texts }) => refusedScreen(outcome, texts));
  };
  box.put((voice) => waitingScreen((state) => void send(state, voice), voice.texts));
}

export function refusedScreen(outcome: Extract<Delivered, { kind: "refused" }>, texts: Texts): Screen {
  const tooLate = outcome.code === "survey_closed" ? "tooLate" : "refused";
  return stoppedScreen(outcome.mayHaveArrived ? "unsure" : tooLate, outcome.code, texts);
}

/** Only while a sealed report waits on this page alone: leaving would lose it. Before Send anyone may leave without a question. */
function warn(leaving: BeforeUnloadEvent): void {
  leaving.preventDefault();
  leaving.returnValue = "";
}

import { pool } from "../privacy/entropy";
import { type Address, addressOf } from "./address";
import { type Outbox, sendAlone } from "./delivery";
import { BRAND, frameAbove } from "./frame";
import { journey } from "./journey";
import { keptAnswers, openShelf, type Shelf, waitingReport, wordOfTab } from "./keep";
import { wordFiles, wordsFor } from "./languages";
import { load } from "./load";
import { drawOrders } from "./order";
import { type Screen, show } from "./screens/screen";
import { stoppedScreen } from "./screens/stopped";
import type { Survey } from "./version/definition";
import { languagesOf, preferred, textsIn, type Voice, voiceIn } from "./voice";
import type { Texts } from "./words/en";
import "./style/respond.css";

/** The parts of the browser without which no answer can be scrambled. */
function canDraw(): boolean {
  return typeof window.crypto === "object" && typeof window.crypto.getRandomValues === "function";
}

async function open(page: HTMLElement): Promise<void> {
  const address = addressOf(window.location.pathname, window.location.search);
  const shelf = openShelf(window, address, new Date());
  const fetch = window.fetch.bind(window);
  const loaded = canDraw() ? await load(address, fetch) : null;
  const survey = loaded !== null && "survey" in loaded ? loaded.survey : null;
  const box = outbox(page, survey, await tongues(survey, address, fetch), address, shelf);
  if (loaded === null) return box.put(({ texts }) => stoppedScreen("random", "", texts));
  const waiting = waitingReport(shelf, box.slug);
  if (waiting !== null && waiting.version !== survey?.hash) return sendAlone(waiting, box);
  if ("stop" in loaded) return box.put(({ texts }) => stoppedScreen(loaded.stop.reason, loaded.stop.detail, texts));
  const words = () => pool((block) => window.crypto.getRandomValues(block));
  const orders = drawOrders(loaded.survey.definition, words()); // from words of their own
  const { definition, hash } = loaded.survey;
  const some = definition.levels[0].draws.length > 0;
  const word = some ? wordOfTab(window, hash, keptAnswers(shelf, hash), words()) : null;
  journey(loaded.survey, { ...box, entropy: words(), orders, word }, waiting);
}

interface Tongues {
  /** Those of the survey; none where there is no survey. */
  readonly languages: readonly string[];
  readonly first: string;
  /** The words of the page itself, in each language it has them in. */
  readonly spoken: readonly Texts[];
}

/**
 * The languages of the page. It speaks the browser's where there is no survey; where there is one, the words of all its
 * languages are there before it is shown.
 */
async function tongues(survey: Survey | null, address: Address, fetch: typeof window.fetch): Promise<Tongues> {
  const files = wordFiles(document);
  const languages = survey === null ? [] : languagesOf(survey.definition);
  const offered = survey === null ? ["en", ...files.map(({ hreflang }) => hreflang)] : languages;
  const first = preferred(offered, wanted(address));
  return { languages, first, spoken: await wordsFor(survey === null ? [first] : languages, files, fetch) };
}

/** The languages that a person would rather read, by what the address and the browser say. */
function wanted(address: Address): readonly string[] {
  const own = Array.from(window.navigator.languages ?? [window.navigator.language]);
  return address.kind === "preview" && address.language !== null ? [address.language, ...own] : own;
}

/** Shows screens in the language that was chosen, and again in another one when that is. */
function outbox(
  page: HTMLElement,
  survey: Survey | null,
  { languages, first, spoken }: Tongues,
  address: Address,
  shelf: Shelf,
): Outbox {
  let voice = voiceOf(survey, first, spoken);
  let make: ((voice: Voice) => Screen) | null = null;
  const frame = frameAbove(page, languages, spoken, (language) => {
    voice = voiceOf(survey, language, spoken);
    speak();
    draw(false);
  });
  const speak = (): void => {
    const { texts } = voice;
    frame.speak(texts, voice.language, [
      ...(survey?.test ? [texts.test] : []),
      ...(survey?.preview ? [texts.preview] : []),
      ...(survey?.definition.simulated ? [texts.simulated] : []),
    ]);
  };
  const draw = (move: boolean): void => {
    if (make !== null) show(page, make(voice), survey === null ? BRAND : voice.say("title").text, move);
  };
  speak();
  return {
    shelf,
    slug: address.kind === "link" ? address.slug : "",
    test: address.kind === "link" && address.test,
    holdLanguage: frame.hold,
    put: (screen) => {
      const first = make === null; // it leaves the focus alone: a preview loads beside somebody who is writing
      make = screen;
      draw(!first);
    },
  };
}

function voiceOf(survey: Survey | null, language: string, spoken: readonly Texts[]): Voice {
  if (survey !== null) return voiceIn(survey.definition, language, spoken);
  return { language, texts: textsIn(language, spoken), say: () => ({ text: "", language }) };
}

// A page brought back from the browser's memory starts again: what was typed into it is gone.
window.addEventListener("pageshow", (shown) => {
  if (shown.persisted) window.location.reload();
});

const page = document.getElementById("page");
if (page !== null) void open(page);

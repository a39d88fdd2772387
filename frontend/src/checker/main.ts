import { pool } from "../privacy/entropy";
import { button, element } from "../respond/element";
import { frameAbove } from "../respond/frame";
import { buttons, paragraph, section } from "../respond/screens/screen";
import { preferred, textsIn, voiceIn } from "../respond/voice";
import { everyLanguage } from "../respond/words/every";
import type { Saved } from "./bundle";
import { exampleRows } from "./example";
import { outcome, pasteField, put, textFileField } from "./fields";
import { bytesOf, kindOf, textOf } from "./files";
import { drawSection, pictureOf } from "./screens/draw";
import { oddsSection } from "./screens/odds";
import { pageSection } from "./screens/page";
import { type Pasted, receiptSection } from "./screens/receipt";
import { versionRead } from "./screens/version";
import { readVersion, type Version } from "./version";
import type { Words } from "./words/en";
import { LANGUAGES, wordsIn } from "./words/words";
import "./checker.css";

/** What the page holds. Nothing of it is kept or sent. */
interface PageState {
  text: string;
  version: Version | null;
  readonly pasted: Pasted;
}

/** What takes dropped files, as the page stands now. */
interface Takers {
  version: (text: string) => void;
  receipt: (text: string) => void;
  page: (saved: readonly Saved[]) => void;
}

const entropy = pool((block) => window.crypto.getRandomValues(block));
const nowhere = (): void => undefined;

function open(page: HTMLElement): void {
  const state: PageState = { text: "", version: null, pasted: { receipt: "", message: "" } };
  const takers: Takers = { version: nowhere, receipt: nowhere, page: nowhere };
  const frame = frameAbove(page, LANGUAGES, everyLanguage, (language) => speak(language));
  const speak = (language: string): void => {
    const words = wordsIn(language);
    frame.speak(textsIn(language, everyLanguage), language, []);
    document.title = words.title;
    put(page, element("h1", {}, words.title), paragraph(words.lead), ...sections(state, takers, words));
  };
  speak(preferred(LANGUAGES, Array.from(window.navigator.languages ?? [window.navigator.language])));
  takeDrops(takers);
}

/** The version above, and below it whatever can be done with one. */
function sections(state: PageState, takers: Takers, words: Words): readonly Node[] {
  const { version: wording } = words;
  const shown = outcome();
  const below = element("div");
  const show = (): void => {
    const { version } = state;
    const voice = version?.kind === "sound" ? voiceIn(version.survey.definition, words.language, everyLanguage) : null;
    put(shown, ...(version === null ? [] : versionRead(version, words, voice)));
    put(below, ...workOn(state, takers, words));
  };
  const paste = pasteField("version-text", wording.paste, state.text, (text) => {
    state.text = text;
  });
  const check = (): void => {
    state.version = readVersion(state.text);
    show();
  };
  takers.version = (text) => {
    state.text = text;
    const area = paste.querySelector("textarea");
    if (area !== null) area.value = text;
    check();
  };
  show();
  const first = section(
    wording.heading,
    paragraph(wording.lead),
    paragraph(wording.address, "quiet"),
    paste,
    textFileField("version-file", words.file, (text) => takers.version(text)),
    paragraph(words.drop, "quiet"),
    buttons(button(wording.check, "main", check)),
    shown,
  );
  return [first, below];
}

function workOn(state: PageState, takers: Takers, words: Words): readonly Node[] {
  if (state.version?.kind !== "sound") {
    const note = element("div", { class: "hatched" }, paragraph(words.version.example));
    return state.version === null
      ? [element("section", { class: "example" }, note, ...pictureOf(exampleRows(), 0, words))]
      : [];
  }
  const { survey } = state.version;
  const voice = voiceIn(survey.definition, words.language, everyLanguage);
  const receipt = receiptSection(survey, state.pasted, words, voice);
  const page = pageSection(survey, words);
  takers.receipt = receipt.take;
  takers.page = page.take;
  return [oddsSection(survey, words, voice), drawSection(survey, words, voice, entropy), receipt.node, page.node];
}

/** A file may be dropped anywhere: how it begins says what it is for. */
function takeDrops(takers: Takers): void {
  window.addEventListener("dragover", (dragged) => dragged.preventDefault());
  window.addEventListener("drop", (dropped) => {
    dropped.preventDefault();
    void bytesOf(Array.from(dropped.dataTransfer?.files ?? [])).then((saved) => {
      for (const file of saved) {
        const kind = kindOf(file);
        if (kind !== "page") takers[kind](textOf(file));
      }
      const pages = saved.filter((file) => kindOf(file) === "page");
      if (pages.length > 0) takers.page(pages);
    });
  });
}

const page = document.getElementById("page");
if (page !== null) open(page);

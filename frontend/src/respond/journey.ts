import type { Entropy } from "../privacy/entropy";
import { statedLevel } from "./chosen";
import { deliverFrom, type Outbox, refusedScreen } from "./delivery";
import { sheetsOf } from "./flow";
import { answerKeeper, eraseAnswers, KEPT_HOURS, type Kept, keptAnswers, type Waiting } from "./keep";
import type { Orders } from "./order";
import { keptNote, keptScreen } from "./screens/kept";
import { labelScreen } from "./screens/label";
import { levelScreen } from "./screens/level";
import { questionsScreen, shownPages } from "./screens/questions";
import { receiptScreen } from "./screens/receipt";
import { reviewScreen } from "./screens/review";
import { waitingScreen } from "./screens/waiting";
import type { Sealed } from "./seal";
import { AnswerSheet } from "./sheet";
import type { Level, Survey } from "./version/definition";
import type { Voice } from "./voice";

export interface Place extends Outbox {
  readonly entropy: Entropy;
  readonly orders: Orders;
  /** Draws which questions are sent, where some are. */
  readonly word: number | null;
}

/** Label, level, questions, review, receipt. Back leads up to the level; a level that was taken and a seal stay. */
export function journey(survey: Survey, place: Place, waiting: Waiting | null): void {
  const { definition, hash } = survey;
  const { entropy, orders, word, shelf, put } = place;
  let chosen: Level = definition.levels[0];
  let keeps = false;
  let keeper = answerKeeper(shelf, hash, false);
  let until = new Date();

  const label = (): void => put((voice) => labelScreen(definition, voice, level));

  const level = (): void =>
    put((voice) => levelScreen({ hash, definition, chosen, entropy, keeps, back: label, pick, keep, go }, voice));

  const pick = (picked: Level): void => {
    chosen = picked;
  };
  const keep = (wanted: boolean): void => {
    keeps = wanted;
    until = new Date();
    until.setHours(until.getHours() + KEPT_HOURS);
  };
  const go = (): void =>
    start(new AnswerSheet(survey, definition.choosers === null ? String(chosen.id) : "", word ?? 0), 0);

  const start = (sheet: AnswerSheet, page: number): void => {
    window.addEventListener("pagehide", () => {
      sheet.forget(); // nobody finds answers by going back to this page,
      document.body.textContent = ""; // and a browser that keeps it as it was keeps no button that is chosen
    });
    const [first = 0] = shownPages(sheetsOf(sheet.lot), sheet.shown()).filter((each) => each >= page);
    questions(sheet, first);
  };

  const questions = (sheet: AnswerSheet, number: number): void => {
    const pages = sheetsOf(sheet.lot);
    const save = (): boolean =>
      keeper({
        ...{ level: sheet.fixed, page: number, word },
        ...{ given: Array.from(sheet.answers), until },
      });
    const kept = keeps && save();
    const erase = (): void => {
      keeps = false;
      eraseAnswers(shelf, hash);
    };
    const near = (step: number): number | undefined => {
      const shown = shownPages(pages, sheet.shown());
      return step > 0
        ? shown.find((each) => each > number)
        : shown.reduce<number | undefined>((last, each) => (each < number ? each : last), undefined);
    };
    const before = near(-1);
    put((voice) =>
      questionsScreen(
        {
          ...{ definition, sheet, orders, pages, place: number },
          back: before === undefined ? null : () => questions(sheet, before),
          next: () => {
            const after = near(1);
            if (after === undefined) review(sheet);
            else questions(sheet, after);
          },
          answered: () => keeps && save(),
          kept: keeps ? [keptNote(kept, erase, voice)] : [],
        },
        voice,
      ),
    );
  };

  const review = (sheet: AnswerSheet): void => {
    const sealed = sheet.seal(entropy);
    eraseAnswers(shelf, hash); // with them another report could be drawn
    put((voice) => {
      const send = survey.preview
        ? null
        : (state: HTMLElement): void => void sending(sheet.level, sealed, state, voice);
      return reviewScreen({ survey, level: sheet.level, staying: sheet.lot.staying, sealed, send }, voice);
    });
  };

  const sending = async (taken: Level, sealed: Sealed, state: HTMLElement, voice: Voice): Promise<void> => {
    const outcome = await deliverFrom(state, sealed, place, voice);
    if (outcome.kind === "accepted") {
      const when = new Date();
      put((spoken) => receiptScreen({ survey, level: taken, sealed, when }, spoken));
    } else put(({ texts }) => refusedScreen(outcome, texts));
  };

  const resume = (kept: Kept): void => {
    if (statedLevel(definition, kept.level.replace(/-/g, "0")) === undefined) {
      label();
      return;
    }
    const goOn = (): void => {
      keeps = true;
      keeper = answerKeeper(shelf, hash, true);
      until = kept.until;
      start(new AnswerSheet(survey, kept.level, word ?? 0, readable(survey, kept)), kept.page);
    };
    const erase = (): void => {
      eraseAnswers(shelf, hash);
      label();
    };
    put((voice) => keptScreen({ until: kept.until, goOn, erase }, voice));
  };

  const waited = waiting === null ? undefined : statedLevel(definition, waiting.level);
  const answers = keptAnswers(shelf, hash);
  if (waiting !== null && waited !== undefined) {
    const { sealed } = waiting;
    put((voice) => waitingScreen((state) => void sending(waited, sealed, state, voice), voice.texts));
  } else if (answers !== null) resume(answers);
  else label();
}

/** Only what this version asks is taken back, in the form it is given in. */
function readable({ definition }: Survey, { given }: Kept): Kept["given"] {
  const consents = definition.items.filter((item) => item.needsTick).map((item) => item.id);
  return given.filter(([key, answer]) => {
    const column = definition.columns.find((each) => each.key === key);
    if (column === undefined) return consents.includes(key);
    const { entry, sets } = column.question;
    if (typeof answer !== "string") return !!sets && answer.every((id) => column.answers.includes(id));
    return entry ? entry.read(answer) === answer : !sets && column.answers.includes(answer);
  });
}

import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Draft, Plan } from "../../api/types";
import { aiming, peopleIn, pointsOf, withLevels } from "../parts/draft/aim";
import { keptOfHundred, mostSure } from "../parts/draft/consequence";
import { freshDraft } from "../parts/draft/draft";
import { draftOfAll } from "../parts/draft/sample";
import { sending, sendingAll, sendingSome } from "../parts/draft/send";
import { words } from "../words/words";
import { withItem } from "./draft/newItem";
import { Levels } from "./Levels";

const drafted = (): Draft => {
  const { draft } = withItem(withItem(draftOfAll(), "yes_no", null).draft, "matrix", null);
  return { ...draft, levels: [{ epsilon: "1" }, { epsilon: "4" }] };
};

function seen(draft: Draft, plan?: Plan): string {
  const levels = createElement(Levels, { draft, plan, onChange: () => undefined });
  const page = createElement(MantineProvider, {}, levels);
  return renderToStaticMarkup(page).replaceAll(/<style.*?<\/style>/gs, "");
}

test("a draft that says nothing of it sends all, and a level is of a question", () => {
  const page = seen(drafted());
  expect(page).toContain(words.build.levelEach);
  expect(page).toContain(words.build.consequence(keptOfHundred(4)));
  expect(page).toContain(words.build.epsilonReport("3"));
  expect(page).not.toContain(words.sending.ask);
  expect(page).not.toContain(words.sending.most);
});

test("with some sent a level is of the whole report, in its label and in the sum beside it", () => {
  const page = seen(sendingSome(drafted()));
  expect(page).toContain(words.sending.levelOf(words.levelNames[1]?.[1] ?? ""));
  expect(page).toContain(words.sending.wholeReport(mostSure(4)));
  expect(page).toContain(words.sending.shared("88")); // of a report of epsilon 4 one answer has 2 at most
  expect(page).toContain(words.sending.epsilonReport("4", "2"));
  expect(page).toContain(words.sending.epsilonReport("1", "1"));
  expect(page).not.toContain(words.build.consequence(keptOfHundred(4)));
});

test("a raised ceiling says what it does to one answer", () => {
  const page = seen(sending(sendingSome(drafted()), { eps_block: "4" }));
  expect(page).toContain(words.sending.shared("98"));
  expect(page).toContain(words.sending.mostOption("4", "98"));
});

test("with some sent a level for each question is refused in words, and can be taken back", () => {
  const page = seen(sendingSome(drafted()));
  expect(page).toContain(words.sending.noLevelEach);
  expect(page).not.toContain(words.build.levelEach);
  const byProgram = seen({ ...sendingSome(drafted()), level_choice: "question" });
  expect(byProgram).toContain(`<p class="refuse">${words.sending.noLevelEach}`);
  expect(byProgram).toContain(words.build.levelEach);
});

test("tables may be kept together, and questions weighed", () => {
  const page = seen(sendingSome(drafted()));
  expect(page).toContain(words.sending.together);
  expect(page).toContain(words.sending.importance);
});

const planOf = (epsilon: string, people: number) =>
  ({ aim: { epsilon, people }, questions: [], pairs: [], proposals: [] }) as never;

test("a new survey says what its people and its precision come to, and offers levels of one's own", () => {
  const draft = withItem(freshDraft(), "yes_no", null).draft;
  const page = seen(draft, planOf("4", 923));
  expect(page).toContain(words.sending.aimReached("10", "923"));
  expect(page).toContain(words.sending.aimLevel(mostSure(4)));
  expect(page).toContain(words.sending.ownLevels);
  expect(page).not.toContain(words.build.addLevel);
  expect(seen(draft)).toContain(words.sending.aimWaits);
});

test("people too few for the precision are told so, with the number that it takes", () => {
  const draft = aiming(withItem(freshDraft(), "yes_no", null).draft, { people: 100 });
  expect(seen(draft, planOf("4", 923))).toContain(words.sending.aimMissed("10", "923"));
});

test("one's own levels and an aim exclude each other, and so do an aim and every question being sent", () => {
  const own = withLevels(freshDraft(), ["4", "1"]);
  expect([own.levels, own.aim]).toEqual([[{ epsilon: "1" }, { epsilon: "4" }], null]);
  expect(seen(own)).toContain(words.sending.aimInstead);
  expect(aiming(own, { people: 200 })).toMatchObject({ levels: [], aim: { people: 200, half_width: "0.1" } });
  expect(sendingAll(freshDraft(), 8)).toMatchObject({
    levels: [{ epsilon: "1" }],
    aim: null,
    send: { questions: "all" },
  });
});

test("every question is sent at a level whose report keeps the cap", () => {
  const epsilon = (questions: number) => sendingAll(freshDraft(), questions).levels[0]?.epsilon;
  expect([epsilon(8), epsilon(9), epsilon(32), epsilon(50)]).toEqual(["1", "0.5", "0.25", "0.25"]);
});

test("thousands may be parted as a page writes them", () => {
  expect(["1000", " 1 000", "1\u202f000", "1,000", "49", "ten"].map(peopleIn)).toEqual([
    ...[1000, 1000, 1000, 1000],
    ...[undefined, undefined],
  ]);
});

test("a half-width has as many decimals as it has", () => {
  expect(["0.1", "0.07", "0.075", "0.1125", "0.045"].map(pointsOf)).toEqual(["10", "7", "7.5", "11.25", "4.5"]);
});

test("where one level is left nothing is chosen at a question", () => {
  const each = { ...drafted(), level_choice: "question" as const };
  expect(withLevels(each, ["1"]).level_choice).toBe("report");
  expect(withLevels(each, ["1", "2"]).level_choice).toBe("question");
  expect(aiming(each, {}).level_choice).toBe("report");
});

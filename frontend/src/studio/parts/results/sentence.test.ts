import { describe, expect, test } from "vitest";
import type { Collecting, QuestionResult } from "../../../api/types";
import type { Estimate } from "../../numbers/interval";
import { words } from "../../words/words";
import {
  answerSentence,
  askedIn,
  drawsSentence,
  leader,
  leftOutSentence,
  sentSentence,
  timesOfHundred,
  unshownSentence,
  whyWaiting,
} from "./sentence";

const estimate = (id: string, label: string, share: number, half: number): Estimate => ({
  id,
  label,
  share,
  bands: [{ confidence: "95", low: share - half, high: share + half }],
});

const plain = (text: string) => text.replaceAll("\u202f", " ");

describe("the title of a result is an answer", () => {
  test("of a yes/no question: how many say yes", () => {
    const answers = [estimate("yes", "Yes", 0.412, 0.021), estimate("no", "No", 0.588, 0.021)];
    expect(plain(answerSentence(answers))).toBe("41 % say Yes, give or take 2");
  });

  test("with a decimal where the interval is narrow enough to mean it", () => {
    const answers = [estimate("yes", "Yes", 0.2215, 0.0048), estimate("no", "No", 0.7785, 0.0048)];
    expect(plain(answerSentence(answers))).toBe("22.1 % say Yes, give or take 0.5");
  });

  test("of a choice: who leads, when nobody's interval touches the leader's", () => {
    const answers = [estimate("a", "At home", 0.2, 0.02), estimate("b", "In an office", 0.41, 0.02)];
    expect(plain(answerSentence(answers))).toBe("In an office leads with 41 %, give or take 2");
  });

  test("does not name a leader when intervals overlap", () => {
    const answers = [estimate("a", "At home", 0.39, 0.02), estimate("b", "In an office", 0.41, 0.02)];
    expect(plain(answerSentence(answers))).toBe("In an office or At home leads, with about 41 %, give or take 2");
  });

  test("says that the lead is open when several intervals overlap the first", () => {
    const answers = ["a", "b", "c"].map((id, index) => estimate(id, `Answer ${id}`, 0.3 + index / 100, 0.03));
    expect(plain(answerSentence(answers))).toBe("No clear lead: Answer c has 32 %, give or take 3");
  });

  test("says that it is too early while the interval is wider than an answer would be", () => {
    const answers = [estimate("yes", "Yes", -0.08, 0.44), estimate("no", "No", 1.08, 0.44)];
    expect(answerSentence(answers)).toBe("Too early to tell how many say Yes");
    const choice = [estimate("a", "At home", 0.7, 0.3), estimate("b", "In an office", 0.1, 0.3)];
    expect(answerSentence(choice)).toBe("Too early to tell which answer leads");
  });

  test("is never about those who skipped or were not asked", () => {
    const answers = [
      estimate("prefer_not_to_say", "Prefer not to say", 0.4, 0.02),
      estimate("not_asked", "Not asked", 0.3, 0.02),
      estimate("a", "At home", 0.3, 0.02),
    ];
    expect(leader(answers)?.id).toBe("a");
  });

  test("says so when there is nothing to say", () => {
    expect(answerSentence([])).toBe("No answer can be estimated yet");
  });
});

describe("what stands beside a result", () => {
  test("names the row of a matrix with its question", () => {
    expect(askedIn({ text: "How often?", row_label: "At work" })).toBe("How often? (At work)");
    expect(askedIn({ text: "How often?", row_label: null })).toBe("How often?");
  });

  test("says a chance as times of a hundred, and never that something is certain", () => {
    expect([0, 0.009, 0.01, 0.83, 0.99, 0.995, 1].map(timesOfHundred)).toEqual([
      "fewer than 1",
      "fewer than 1",
      "1",
      "83",
      "99",
      "more than 99",
      "more than 99",
    ]);
  });
});

describe("what is left out is said where it is", () => {
  test("of a question whose levels are its own", () => {
    expect(leftOutSentence({ left_out: 18 })).toBe(
      "18 reports are left out of this question: too few people at their level sent it.",
    );
    expect([leftOutSentence({ left_out: 0, unrepresented: 0 }), leftOutSentence({})]).toEqual(["", ""]);
  });

  test("of people whose level too few sent the question at", () => {
    expect(plain(leftOutSentence({ left_out: 18, unrepresented: 0.31 }))).toContain("31 % of the people chose a level");
  });

  test("of questions that are not shown at all", () => {
    const unshown = [
      { id: "q1", text: "Have you ever?", row_label: null },
      { id: "q2.r1", text: "How often?", row_label: "At night" },
    ];
    expect(unshownSentence({ unshown })).toBe(words.results.unshown("Have you ever?; How often? (At night)"));
    expect([unshownSentence({ unshown: [] }), unshownSentence({})]).toEqual(["", ""]);
  });

  test("and only a version that is over is said to be closed", () => {
    const waiting = (
      state: Collecting["version"]["state"],
      left_out: number,
      reports: number,
      sends: Collecting["sends"] = "all",
    ) =>
      whyWaiting({
        ...{ state: "collecting", survey: "", simulated: false, withdrawn: 0, shown_from: 20, batch_least: 50 },
        ...{ version: { number: 1, hash: "", state }, left_out, reports, sends },
      });
    expect(waiting("closed", 30, 0)).toBe(words.results.nothingLeftText("30", 20));
    expect(waiting("open", 30, 0)).toBe(words.results.leftSoFar("30", 20));
    expect(waiting("open", 0, 0)).toBe(words.results.collectingInSteps(100, 50, 20));
    expect(waiting("open", 0, 0, "some")).toBe(words.sending.collecting(40, 20));
  });
});

describe("who sent a question is said where each phone sent some", () => {
  const guarantee = (n: number) => ({ guarantee: { n } as QuestionResult["guarantee"] });
  const some = { reports: 2_000, sends: "some" } as const;

  test("with the answers without noise it is worth", () => {
    expect(plain(sentSentence(some, { ...guarantee(1_231), worth: 310 }))).toBe(
      "Sent by 1 231 of 2 000 people, worth as much as 310 unscrambled answers.",
    );
  });

  test("of a mean how many sent it", () => {
    expect(plain(sentSentence(some, guarantee(400)))).toBe("Sent by 400 of 2 000 people.");
  });

  test("and not where everybody sent everything", () => {
    expect(sentSentence({ reports: 2_000, sends: "all" }, { ...guarantee(2_000), worth: 310 })).toBe("");
  });
});

describe("what is said of the lots", () => {
  const questions = [{ id: "q3", text: "Do you smoke?", row_label: null }] as never;
  const furthest = { level: 0, questions: ["q3"], reports: 88, expected: 60.2 };
  const draws = { statistic: 9, freedom: 4, chance: 0.06, furthest: null };

  test("is nothing while a survey is open or sends every question", () => {
    expect([drawsSentence({ draws: null, questions }), drawsSentence({ questions })]).toEqual(["", ""]);
  });

  test("is how often honest lots differ as much", () => {
    expect(drawsSentence({ draws, questions })).toContain("differ by as much in 6 of 100 surveys");
  });

  test("names the question that is furthest off where they hardly ever do", () => {
    const sentence = drawsSentence({ draws: { ...draws, chance: 0.0004, furthest }, questions });
    expect(sentence).toContain("“Do you smoke?” was sent by 88 people where 60 were to be expected");
  });

  test("names a number, and a question that is not shown, by its text", () => {
    const numbers = [{ id: "q3", text: "How many hours?" }] as never;
    const unshown = [{ id: "q3", text: "Which street?", row_label: null }];
    const off = { ...draws, chance: 0.0004, furthest };
    expect(drawsSentence({ draws: off, questions: [], numbers })).toContain("“How many hours?” was sent");
    expect(drawsSentence({ draws: off, questions: [], unshown })).toContain("“Which street?” was sent");
  });

  test("names none where too few sent it, and does not call rare what is a little uneven", () => {
    const off = drawsSentence({ draws: { ...draws, chance: 0.0004 }, questions });
    expect(off).toContain("were not sent as often");
    expect(off).not.toContain("people where");
    expect(drawsSentence({ draws: { ...draws, chance: 0.004 }, questions })).toContain("less evenly");
  });
});

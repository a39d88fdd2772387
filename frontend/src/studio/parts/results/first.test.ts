import { expect, test } from "vitest";
import { firstOf, type ShownResults } from "./first";

const method = "share-pooled" as const;
const error_parts = { sampling: 0.006, perturbation: 0.008 };
const intervals = (low: number, high: number) => ({ "50": [low, high], "80": [low, high], "95": [low, high] });
const answer = (id: string, label: string, share: number, low: number, high: number) => ({
  ...{ id, label, share, standard_error: 0.01, consistent_share: share, error_parts },
  ...{ intervals: intervals(low, high), simultaneous: [low, high] },
});
const answers = [answer("yes", "Yes", 0.41, 0.39, 0.43), answer("no", "No", 0.59, 0.57, 0.61)];
const question = { text: "Coffee?", estimates: { answers } };
const mean = {
  value: 31.4,
  standard_error: 1.3,
  error_parts,
  consistent_value: 31.4,
  intervals: intervals(28.9, 33.9),
};
const number = { text: "At work?", unit: "hours", low: 0, high: 60, estimates: { method, mean } };
const answered = { share: 0.82, error_parts, consistent_share: 0.82, intervals: intervals(0.771, 0.869) };
const skippable = { text: "Asleep?", unit: "hours", estimates: { method, answered, mean: null } };

const first = (told: Partial<ShownResults>) => firstOf({ questions: [], ...told });
const sentence = (told: Partial<ShownResults>) => first(told)?.sentence.replaceAll("\u202f", " ");

test("a survey is summed up by its first question with answers, else by a mean, else by who answered", () => {
  const numbers_or_skipped = [skippable];
  expect(sentence({ questions: [question], numbers: [number] })).toBe("41 % say Yes, give or take 2");
  expect(sentence({ numbers: [number], numbers_or_skipped })).toBe(
    "31.4 hours in the mean; 95 % interval 28.9 to 33.9",
  );
  expect(sentence({ numbers: [], numbers_or_skipped })).toBe(
    "82 % answered, give or take 5; too few to tell their mean",
  );
  expect(first({ numbers_or_skipped })?.text).toBe("Asleep?");
});

test("it has nothing to say where every question is left out", () => {
  expect(first({})).toBeNull();
  expect(first({ numbers: [], numbers_or_skipped: [] })).toBeNull();
});

test("a mean is drawn between the bounds of its number, a share between nothing and everybody", () => {
  const drawn = first({ numbers: [number] });
  expect(drawn?.estimate.share).toBe(31.4);
  expect(drawn?.scale).toEqual({ low: -1.2, high: 61.2, ticks: [0, 30, 60] });
  expect(first({ numbers_or_skipped: [skippable] })?.scale).toEqual({ low: 0, high: 1, ticks: [0, 0.5, 1] });
});

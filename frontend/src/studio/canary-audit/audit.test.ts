import { describe, expect, test } from "vitest";
import { audit, copiedBy, estimateOf, MAKERS, mostShown, rightOf } from "./audit";

const claimed = Number(audit.epsilon);

describe("the figures of the lesson", () => {
  test("are of all who make rows, beside the real ones", () => {
    expect(audit.right.map(({ maker }) => maker)).toEqual(MAKERS);
    expect(audit.lines.map(({ maker }) => maker)).toEqual(["coded", "described", "ours"]);
  });

  test("show more of the published algorithm with every run, and more than is claimed", () => {
    for (const { maker, at } of audit.lines) {
      expect(at).toHaveLength(audit.runs.length);
      if (maker === "ours") continue;
      expect(at).toEqual(at.toSorted((left, right) => left - right));
      expect(new Set(at).size).toBe(at.length);
      expect(at.at(-1)).toBeGreaterThan(claimed);
    }
    expect(mostShown()).toBeGreaterThan(claimed);
  });

  test("show no more of ours than is claimed", () => {
    expect(Math.max(...(audit.lines.find(({ maker }) => maker === "ours")?.at ?? [Number.NaN]))).toBeLessThan(claimed);
  });

  test("say that the last column of every person is copied by the code, and by nobody else", () => {
    expect(copiedBy("coded")).toBe(audit.people);
    expect([copiedBy("described"), copiedBy("ours")]).toEqual([0, 0]);
    for (const { real, synthetic } of audit.rows) {
      expect(synthetic[1]).toBe(real[1]);
      expect(synthetic[0]).not.toBe(real[0]);
    }
  });

  test("have shares inside their intervals, the widest first", () => {
    for (const guess of audit.right) {
      const widths = estimateOf(guess, "").bands.map(({ low, high }) => high - low);
      expect(widths).toEqual(widths.toSorted((wide, narrow) => narrow - wide));
      expect(rightOf(guess.maker)).toBe(guess.share);
    }
  });
});

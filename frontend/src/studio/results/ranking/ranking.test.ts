import { expect, test } from "vitest";
import type { QuestionResult } from "../../../api/types";
import { meanRankOf, rankingFrom, rankingSentence, ranksOf, scaleOfRanks } from "./ranking";

const answer = (id: string, share: number) => ({
  ...{ id, label: id, share, standard_error: 0.02, simultaneous: [0, 1], consistent_share: share },
  intervals: { "50": [share, share], "80": [share, share], "95": [share - 0.05, share + 0.05] },
});

function row(id: string, mean: number | null, half = 0.1): QuestionResult {
  const [question = "", name = ""] = id.split(".");
  const intervals = mean === null ? {} : { "95": [mean - half, mean + half] };
  const estimates = {
    method: "share-pooled" as const,
    answers: [answer("p1", 0.5), answer("p2", 0.3), answer("p3", 0.1), answer("prefer_not_to_say", 0.1)],
    mean_rank: mean === null ? null : { value: mean, standard_error: half / 2, intervals },
  };
  const shared = { id, question, row: name, row_label: name, type: name === "" ? "yes_no" : "ranking", text: "Order?" };
  return { ...shared, kind: "one", estimates } as unknown as QuestionResult;
}

const drinks = [row("q1", null), row("q2.tea", 1.4), row("q2.milk", 2), row("q2.cola", 2.6), row("q3.a", 1)];

test("a ranking begins at its first row and holds its own rows alone", () => {
  expect(drinks.map((_, index) => rankingFrom(drinks, index)?.map(({ id }) => id) ?? [])).toEqual([
    ...[[], ["q2.tea", "q2.milk", "q2.cola"], [], [], ["q3.a"]],
  ]);
});

test("what stands first is said only where its mean rank is apart from the next", () => {
  const last = row("q.c", 2.6);
  expect(rankingSentence([row("q.b", 2), row("q.a", 1.4), last])).toMatch(/^a stands first with a mean rank of 1.4/);
  expect(rankingSentence([row("q.b", 1.5), row("q.a", 1.4), last])).toMatch(/^a or b stands first/);
  expect(rankingSentence([row("q.b", null), row("q.a", null), last])).toMatch(/^Too early/);
  expect(rankingSentence([row("q.b", null), row("q.a", 2), last])).toMatch(/^Too early/);
});

test("it is too early where a row of the ranking is not shown", () => {
  expect(rankingSentence([row("q.b", 2), row("q.a", 1.4)])).toMatch(/^Too early/);
});

test("a row whose interval reaches the first leaves it open, also where it is not the second", () => {
  const rows = [row("q.a", 1.4), row("q.b", 2), row("q.c", 2.2, 0.9)] as const;
  expect(rankingSentence(rows)).toMatch(/^a or c stands first/);
});

test("the shares of ranks leave out who gave none, and the scale goes from the first rank to the last", () => {
  expect(ranksOf(row("q.a", 1)).map(({ id }) => id)).toEqual(["p1", "p2", "p3"]);
  const scale = scaleOfRanks([row("q.a", 1.1), row("q.b", 2.9, 9)]);
  expect([scale.low < 0.1, scale.high > 3.9, scale.high < 4.2]).toEqual([true, true, true]);
  expect(meanRankOf(row("q.a", null))).toBeNull();
});

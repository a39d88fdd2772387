import { expect, test } from "vitest";
import { listed } from "./work";

const job = (kind: string, state: "running" | "done", created_at: string) => ({ kind, state, created_at });
const jobs = [
  job("surveys.ingest", "done", "2026-11-20T09:00:00Z"),
  job("surveys.estimate", "running", "2026-11-20T10:00:00Z"),
  job("accounts.mail", "done", "2026-11-20T11:00:00Z"),
];

test("only running work is listed unless all is asked for", () => {
  expect(listed(jobs, { all: false, q: "", sort: "-created_at" }).map(({ kind }) => kind)).toEqual([
    "surveys.estimate",
  ]);
});

test("all work is searched by the words the reader sees", () => {
  expect(listed(jobs, { all: true, q: "take in", sort: "-created_at" }).map(({ kind }) => kind)).toEqual([
    "surveys.ingest",
  ]);
});

test("all work is sorted as asked", () => {
  expect(listed(jobs, { all: true, q: "", sort: "created_at" }).map(({ kind }) => kind)).toEqual([
    "surveys.ingest",
    "surveys.estimate",
    "accounts.mail",
  ]);
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Refusal } from "../../api/refusal";
import { deletionRecord } from "../data/datasets";
import { words } from "../words/words";
import { NotHere } from "./NotHere";

vi.mock("@tanstack/react-router", () => ({ Link: "a" })); // there is no router here

const ID = "5e0a1c1e-0000-4000-8000-000000000000";
const missing = (code: string) => new Refusal({ code, status: 404, detail: "There is nothing here.", fields: {} });
const record = { format: "datahub-data-set-deletion/1", data_set: ID, keys: {}, day: "2026-01-31" };
const destroyed = { state: "destroyed", record, signature: "a", public_key: "b" } as const;

/** What one sees of a data set whose deletion was announced before the API said that there is nothing here. */
function seenBy(knows: (memory: QueryClient) => void): string {
  const memory = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  memory.setQueryData(["datasets", ID], { deletion: { asked_at: "2026-01-30", begun_at: null, may_withdraw: false } });
  knows(memory);
  const page = createElement(NotHere, { id: ID, error: missing("not_found"), retry: () => undefined });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: memory }, page));
}

test("what its record says is destroyed is called destroyed", () => {
  const seen = seenBy((memory) => memory.setQueryData(deletionRecord(ID).queryKey, destroyed));
  expect(seen).toContain(words.data.deleted);
  expect(seen).toContain(`/api/v1/dataset-deletions/${ID}/`);
});

test("who lost their access is told that it is not shared, though its deletion was announced", () => {
  const none = { status: "error", error: missing("nothing_deleted"), fetchStatus: "idle" } as const;
  const seen = seenBy((memory) => {
    memory
      .getQueryCache()
      .build(memory, { queryKey: deletionRecord(ID).queryKey })
      .setState(none);
  });
  expect(seen).toContain(words.refusals.missing);
  expect(seen).not.toContain(words.data.deleted);
});

test("as long as the record is asked for nothing is claimed", () => {
  const seen = seenBy(() => undefined);
  expect(seen).not.toContain(words.data.deleted);
  expect(seen).not.toContain(words.refusals.missing);
});

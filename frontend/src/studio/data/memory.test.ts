import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { keep } from "./memory";

test("an answer that was on its way does not overwrite what was saved since", async () => {
  const queries = new QueryClient();
  let answer = (_: string): void => {};
  const request = queries
    .fetchQuery({ queryKey: ["name"], queryFn: () => new Promise<string>((resolve) => (answer = resolve)) })
    .catch(() => undefined);
  await keep(queries, ["name"], "what was saved");
  answer("what stood there before");
  await request;
  expect(queries.getQueryData(["name"])).toBe("what was saved");
});

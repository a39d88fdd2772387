import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Shown } from "../../api/types";
import { crosstabs } from "../data/results";
import { words } from "../words/words";
import { CrossTabs } from "./CrossTabs";

vi.mock("@tanstack/react-router", () => ({ Link: "a" })); // there is no router here

const levels = [{ levels: [0], eps_report: "4", reports: 400 }];
const questions = ["q1", "q2"].map((id) => ({ id, text: id, row_label: null }));
const whole = { reports: 400, levels, questions, simulated: false, sends: "all" } as unknown as Shown;
const some: Shown = { ...whole, sends: "some" };

function seen(shown: Shown): string {
  const memory = new QueryClient();
  memory.setQueryData(crosstabs("survey").queryKey, { crosstabs: [], unplanned_from: 200 });
  const page = createElement(CrossTabs, { id: "survey", version: undefined, shown });
  const known = createElement(QueryClientProvider, { client: memory }, page);
  return renderToStaticMarkup(createElement(MantineProvider, {}, known));
}

test("two that were not planned are crossed where everybody sent both", () => {
  expect(seen(whole)).toContain(words.results.crossAsk);
});

test("where each phone sent some it is said why they are not, and where to plan them", () => {
  const page = seen(some);
  expect(page).toContain(words.sending.crossNobody);
  expect(page).toContain('hash="pairs"');
  expect(page).not.toContain(words.results.crossAsk);
  expect(page).not.toContain(words.results.crossText);
});

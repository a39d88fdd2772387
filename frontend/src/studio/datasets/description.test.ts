import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { DataSet } from "../../api/types";
import { words } from "../words/words";
import { NO_DESCRIPTION } from "./DescriptionFields";
import { changed, EditDescription } from "./EditDescription";

test("only what was changed is sent, so that nobody's other change is undone", () => {
  const before = { ...NO_DESCRIPTION, name: "Adult", licence: "CC0" };
  expect(changed(before, before)).toEqual({});
  expect(changed(before, { ...before, name: " Adult ", doi: "10.24432/C5XW20" })).toEqual({ doi: "10.24432/C5XW20" });
  expect(changed(before, { ...before, licence: "" })).toEqual({ licence: "" });
});

test("while it is closed there is no form, which would forget what is typed into it when it opens", () => {
  const page = createElement(EditDescription, { facts: NO_DESCRIPTION as DataSet });
  const seen = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, page));
  expect(seen).toContain(words.data.edit);
  expect(seen).not.toContain("<form");
});

import { createHash } from "node:crypto";
import { expect } from "@playwright/test";
import type { Researcher } from "./api";

/** What an owner declares of a column beyond what was proposed. */
export type Said = Readonly<Record<string, unknown>> & { readonly role: string };

interface Version {
  number: number;
  state: string;
  revision: number;
  upload: { id: string; state: string; chunk_size: number };
  columns: { name: string }[];
}

const WORKS = { timeout: 120_000 }; // a worker reads or loads the file

/** A data set that is loaded, by the API as a page would; its id. */
export async function loadedDataSet(
  owner: Researcher,
  name: string,
  csv: string,
  columns: Readonly<Record<string, Said>>,
): Promise<string> {
  const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/datasets/", { name }, 201);
  await loadVersion(owner, id, csv, columns);
  return id;
}

/** One more version of it. */
export async function loadVersion(
  owner: Researcher,
  id: string,
  csv: string,
  columns: Readonly<Record<string, Said>>,
): Promise<void> {
  const at = `/api/v1/datasets/${id}`;
  const content = Buffer.from(csv);
  const fields = { name: "table.csv", size: content.length };
  const upload = await owner.ask<{ id: string }>("POST", `${at}/uploads/`, fields, 201);
  await owner.send(`${at}/uploads/${upload.id}/0/`, content, {
    "X-Content-SHA256": createHash("sha256").update(content).digest("hex"),
  });
  await owner.ask("PATCH", `${at}/uploads/${upload.id}/`, { state: "looking" }, 202);
  const newest = async () => {
    const { results } = await owner.ask<{ results: Version[] }>("GET", `${at}/versions/`, null, 200);
    const version = results[0];
    if (!version) throw new Error("the upload made no version");
    return version;
  };
  await expect.poll(async () => (await newest()).upload.state, WORKS).toBe("found");
  const version = await newest();
  const declared = version.columns.map((column) => ({ ...column, ...columns[column.name] }));
  const { number, revision } = version;
  await owner.ask("PUT", `${at}/versions/${number}/`, { columns: declared, revision }, 200);
  await owner.ask("PATCH", `${at}/versions/${number}/`, { state: "loading" }, 202);
  await expect.poll(async () => (await newest()).state, WORKS).toBe("loaded");
}

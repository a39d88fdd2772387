import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { pathInWords, pathsAbove } from "./fieldFaults";

const STUDIO = fileURLToPath(new URL("..", import.meta.url));
const SCHEMA = readFileSync(new URL("../../api/schema.d.ts", import.meta.url), "utf8");
const INPUTS = new Set(["TextInput", "Textarea", "NativeSelect", "NumberInput", "PasswordInput", "Choice"]);

/** Files whose inputs send no body: they filter a list, choose what is shown, or act at once. */
const NO_BODY = [
  "audit/Audit.tsx",
  "home/Home.tsx",
  "evaluate/Mechanisms.tsx",
  "people/Organisation.tsx",
  "people/People.tsx",
  "plan/Knobs.tsx",
  "results/AskCrossTab.tsx",
  "results/Compare.tsx",
  "results/model/Model.tsx",
  "results/weighting/Weighting.tsx",
  "share/Changes.tsx",
  "synthetic/make/MakeTwo.tsx",
  "synthetic/make/VersionChoice.tsx",
];
/** Parts of forms whose error another file shows. */
const PARTS = ["datasets/ColumnFields.tsx", "datasets/DescriptionFields.tsx", "frame/Purpose.tsx"];

interface Input {
  readonly where: string;
  readonly field: string | undefined;
  readonly tells: boolean;
}

function inputsOf(name: string): Input[] {
  const text = readFileSync(`${STUDIO}/${name}`, "utf8");
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);
  const inputs: Input[] = [];
  const walk = (node: ts.Node): void => {
    ts.forEachChild(node, walk);
    if (!ts.isJsxSelfClosingElement(node) || !INPUTS.has(node.tagName.getText())) return;
    const has = (attribute: string) =>
      node.attributes.properties.find(
        (each): each is ts.JsxAttribute => ts.isJsxAttribute(each) && each.name.getText() === attribute,
      );
    const named = has("data-field") ?? has("field");
    const spread = node.attributes.properties.some(ts.isJsxSpreadAttribute) && text.includes('"data-field": field');
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    inputs.push({
      where: `${name}:${line + 1}`,
      field: named?.initializer?.getText().replace(/[{}"`]/g, ""),
      tells: named !== undefined || has("error") !== undefined || spread,
    });
  };
  walk(source);
  return inputs;
}

const forms = readdirSync(STUDIO, { recursive: true, encoding: "utf8" }).filter((name) => {
  if (!name.endsWith(".tsx") || name.startsWith("builder/")) return false;
  return PARTS.includes(name) || readFileSync(`${STUDIO}/${name}`, "utf8").includes("<Failure");
});

describe("each form of the studio", () => {
  const inputs = forms.filter((name) => !NO_BODY.includes(name)).flatMap(inputsOf);

  test("has a place for what the server says of each of its fields", () => {
    expect(inputs.length).toBeGreaterThan(60);
    expect(inputs.filter(({ tells }) => !tells).map(({ where }) => where)).toEqual([]);
  });

  test("calls its fields as the API does", () => {
    const unknown = inputs.flatMap(({ where, field }) => {
      const last = field?.split(".").at(-1);
      return last === undefined || SCHEMA.includes(` ${last}:`) || SCHEMA.includes(` ${last}?:`)
        ? []
        : [`${where} ${last}`];
    });
    expect(unknown).toEqual([]);
  });
});

test("a path is looked for from itself upwards", () => {
  expect(pathsAbove("columns.2.bins.1")).toEqual(["columns.2.bins.1", "columns.2.bins", "columns.2", "columns"]);
});

test("a path without a field is written as people count", () => {
  expect(pathInWords("columns.2.name_in_file")).toBe("columns 3 › name in file");
});

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const STUDIO = fileURLToPath(new URL("..", import.meta.url));
const LETTER = /\p{L}/u;
/** Attributes whose text a person reads or hears. Others hold names for machines. */
const READ =
  /^(aria-(label|description|valuetext|roledescription|placeholder)|alt|title|placeholder|label|description|legend|summary|text|lead|action|error|hint|yes|no)$|(Label|Text|Title|Hint|Message)$/;
const TECHNICAL = /^(className|style|d|viewBox|transform|autoComplete|points|rel|sizes|gradientTransform|accept)$/;

function sourceOf(name: string): ts.SourceFile {
  const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(name, readFileSync(`${STUDIO}/${name}`, "utf8"), ts.ScriptTarget.ESNext, true, kind);
}

const files = readdirSync(STUDIO, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts") && !name.startsWith("words/"))
  .map(sourceOf);

function place(source: ts.SourceFile, node: ts.Node): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${source.fileName}:${line + 1} ${node.getText(source).trim().slice(0, 60)}`;
}

/** The literal texts an expression may give: through ?:, &&, ||, ?? and templates, not through calls. */
function literals(node: ts.Expression): ts.Node[] {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    return parts.some((part) => LETTER.test(part)) ? [node] : [];
  }
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return /[&|?+]/.test(node.operatorToken.getText()) ? literals(node.right) : [];
  return [];
}

function wordNodes(node: ts.Node): ts.Node[] {
  if (ts.isJsxText(node)) return [node];
  if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) return literals(node.expression);
  if (!ts.isJsxAttribute(node) || !node.initializer) return [];
  const name = node.name.getText();
  const value = node.initializer;
  const texts = ts.isStringLiteral(value)
    ? [value]
    : ts.isJsxExpression(value) && value.expression
      ? literals(value.expression)
      : [];
  return texts.filter((text) => READ.test(name) || (!TECHNICAL.test(name) && /\p{L} \p{L}/u.test(text.getText())));
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

test("every sentence of a page stands in the words", () => {
  const texts: string[] = [];
  for (const source of files) {
    walk(source, (node) => {
      for (const text of wordNodes(node)) if (LETTER.test(text.getText(source))) texts.push(place(source, text));
    });
  }
  expect(texts).toEqual([]);
});

test("words are read inside functions, so that another language is spoken at once", () => {
  const early: string[] = [];
  for (const source of files) {
    walk(source, (node) => {
      if (!ts.isIdentifier(node) || !["words", "language"].includes(node.text)) return;
      if ("name" in node.parent && node.parent.name === node) return; // what is called so, not what is read
      for (let above: ts.Node = node; above.parent; above = above.parent) {
        if (ts.isFunctionLike(above) || ts.isImportDeclaration(above) || ts.isTypeNode(above)) return;
      }
      early.push(place(source, node.parent));
    });
  }
  expect(early).toEqual([]);
});

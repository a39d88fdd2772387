import { compareDecimals, decimal, isDay } from "./numbers";

/** What an operand can hold: option ids, a number (of a scale one of its points), a date, or a set of option ids. */
export type Kind =
  | { readonly kind: "choice"; readonly ids: readonly string[] }
  | { readonly kind: "set"; readonly ids: readonly string[] }
  | { readonly kind: "number"; readonly points: readonly string[] | null }
  | { readonly kind: "date" };

/** A value as conditions see it; null when there is none: not answered, skipped, or not shown. */
export type Value = string | readonly string[] | null;

const comparisons = ["=", "!=", "<", "<=", ">", ">="] as const;
type Comparison = (typeof comparisons)[number];

interface Joined<Verb> {
  readonly verb: Verb;
  readonly parts: readonly Condition[];
}

interface Listed<Verb> {
  readonly verb: Verb;
  readonly of: string;
  readonly numeric: boolean;
  readonly literals: readonly string[];
}

interface Compared extends Omit<Listed<"compare">, "literals"> {
  readonly by: Comparison;
  readonly to: string;
}

export type Condition =
  | Joined<"and">
  | Joined<"or">
  | { readonly verb: "not"; readonly part: Condition }
  | { readonly verb: "answered"; readonly of: string }
  | Compared
  | Listed<"in">
  | Listed<"includes">;

const LONGEST = 500;
const DEEPEST = 20;
const token = / *(?:([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)|('[^']*')|(-?[0-9]+(?:\.[0-9]+)?)|(!=|<=|>=|[=<>(),]))/y;
const keywords = ["and", "or", "not", "in", "answered", "includes"];

/** Twin of surveys/drafts/expressions.py, which describes the language. Throws a RangeError that names the rule. */
export function parseExpression(text: string, kindOf: (operand: string) => Kind | null): Condition {
  if (Array.from(text).length > LONGEST) throw new RangeError(`has more than ${LONGEST} characters`);
  return new Reader(tokens(text), kindOf, 0).whole();
}

function tokens(text: string): readonly string[] {
  const pieces: string[] = [];
  const rest = text.replace(/ +$/, "");
  token.lastIndex = 0;
  while (token.lastIndex < rest.length) {
    const at = token.lastIndex;
    const match = token.exec(rest);
    if (match === null) throw new RangeError(`${rest.slice(at)} cannot be read`);
    pieces.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "");
  }
  return pieces;
}

class Reader {
  constructor(
    private readonly pieces: readonly string[],
    private readonly kindOf: (operand: string) => Kind | null,
    private next: number,
  ) {}

  whole(): Condition {
    const condition = this.joined("or", 0);
    if (this.next < this.pieces.length) throw new RangeError(`${this.peek()} stands where it should end`);
    return condition;
  }

  private joined(verb: "or" | "and", depth: number): Condition {
    const part = (): Condition => (verb === "or" ? this.joined("and", depth) : this.perhapsNot(depth));
    const parts = [part()];
    while (this.took(verb)) parts.push(part());
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : { verb, parts };
  }

  private perhapsNot(depth: number): Condition {
    if (depth > DEEPEST) throw new RangeError(`is nested more than ${DEEPEST} deep`);
    if (this.took("not")) return { verb: "not", part: this.perhapsNot(depth + 1) };
    if (!this.took("(")) return this.simpleTest();
    const inner = this.joined("or", depth + 1);
    this.expect(")");
    return inner;
  }

  private simpleTest(): Condition {
    const of = this.take();
    if (!/^[a-z]/.test(of) || keywords.includes(of)) throw new RangeError(`${of} is no question`);
    const kind = this.kindOf(of);
    if (kind === null) throw new RangeError(`${of} is no earlier question`);
    if (this.took("answered")) return { verb: "answered", of };
    const numeric = kind.kind === "number";
    if (this.took("includes")) {
      if (kind.kind !== "set") throw new RangeError(`${of} has one answer`);
      return { verb: "includes", of, numeric, literals: [this.literalOf(kind, true)] };
    }
    if (kind.kind === "set") throw new RangeError(`${of} has several answers`);
    if (this.took("in")) {
      this.expect("(");
      const literals = [this.literalOf(kind, true)];
      while (this.took(",")) literals.push(this.literalOf(kind, true));
      this.expect(")");
      return { verb: "in", of, numeric, literals };
    }
    const sign = this.take();
    const by = comparisons.find((each) => each === sign);
    if (by === undefined) throw new RangeError(`${sign} is no comparison`);
    if (kind.kind === "choice" && by !== "=" && by !== "!=") throw new RangeError(`${of} has no order`);
    return { verb: "compare", of, numeric, by, to: this.literalOf(kind, by === "=" || by === "!=") };
  }

  /** `exact` where only a point of a scale makes sense. */
  private literalOf(kind: Kind, exact: boolean): string {
    const symbol = this.take();
    const text = kind.kind === "number" ? symbol : symbol.slice(1, -1);
    const fits =
      kind.kind === "number"
        ? decimal.test(text) && !(exact && kind.points !== null && !kind.points.includes(text))
        : symbol.startsWith("'") && (kind.kind === "date" ? isDay(text) : kind.ids.includes(text));
    if (!fits) throw new RangeError(`${symbol} is no value of it`);
    return text;
  }

  private peek(): string {
    return this.pieces[this.next] ?? "";
  }

  private take(): string {
    this.next += 1;
    return this.pieces[this.next - 1] ?? "";
  }

  private took(wanted: string): boolean {
    if (this.peek() !== wanted) return false;
    this.next += 1;
    return true;
  }

  private expect(wanted: string): void {
    if (!this.took(wanted)) throw new RangeError(`${wanted} is missing before ${this.peek()}`);
  }
}

/** Whether a condition holds. A test about a question without a value is false, whatever it tests. */
export function holds(condition: Condition, answerTo: (operand: string) => Value): boolean {
  if (condition.verb === "and") return condition.parts.every((part) => holds(part, answerTo));
  if (condition.verb === "or") return condition.parts.some((part) => holds(part, answerTo));
  if (condition.verb === "not") return !holds(condition.part, answerTo);
  const value = answerTo(condition.of);
  if (value === null) return false;
  if (condition.verb === "answered") return true;
  if (typeof value !== "string")
    return condition.verb === "includes" && condition.literals.every((each) => value.includes(each));
  const order = (to: string): number =>
    condition.numeric ? compareDecimals(value, to) : value < to ? -1 : value > to ? 1 : 0;
  if (condition.verb === "compare") return compares(condition.by, order(condition.to));
  return condition.literals.some((literal) => order(literal) === 0);
}

function compares(by: Comparison, order: number): boolean {
  if (by === "=") return order === 0;
  if (by === "!=") return order !== 0;
  if (by === "<") return order < 0;
  if (by === "<=") return order <= 0;
  return by === ">" ? order > 0 : order >= 0;
}

import type { Entropy } from "../privacy/entropy";
import { blockOf, statedLevel } from "./chosen";
import { type Lot, levelOfWord, lotOf } from "./draw";
import { type Answers, shownItems } from "./flow";
import { type Sealed, seal } from "./seal";
import type { Column, Level, Survey } from "./version/definition";
import { type Given, positionsOf } from "./version/domain";

/** The true answers of one person, and the levels they chose. They live here, and where the person asks to keep them, until they are sealed. */
export class AnswerSheet {
  private readonly given: Map<string, Given>;
  private sealed: Sealed | null;
  private readonly digits: string[];
  private readonly locked: boolean[];
  /** What this person is to answer. */
  readonly lot: Lot;

  /** `word` chooses the draw of the level, whichever that is. `stated` is the level of the report; or, of each block, the one that is locked, and - for the others. */
  constructor(
    private readonly survey: Survey,
    stated: string,
    private readonly word: number,
    kept: Iterable<readonly [string, Given]> = [],
  ) {
    const { choosers } = survey.definition;
    this.given = new Map(kept);
    this.sealed = null;
    this.digits = choosers === null ? [stated] : choosers.map((_, block) => (stated[block] ?? "-").replace("-", "0"));
    this.locked = this.digits.map((_, block) => !choosers?.[block] || /\d/.test(stated[block] ?? ""));
    this.lot = lotOf(survey.definition, this.level);
  }

  get level(): Level {
    const { definition } = this.survey;
    return levelOfWord(statedLevel(definition, this.digits.join("")) ?? definition.levels[0], this.word);
  }

  /** What is taken back when answers are kept: a level is forgotten until an answer locks it. */
  get fixed(): string {
    return this.digits.map((digit, block) => (this.locked[block] ? digit : "-")).join("");
  }

  /** The level of a block, and whether it can still be chosen. */
  levelOf(block: number): { readonly place: number; readonly open: boolean } {
    return { place: Number(this.digits[block]), open: !this.locked[block] };
  }

  choose(block: number, place: number): void {
    if (!this.locked[block]) this.digits[block] = String(place);
  }

  /** Note an answer; none is noted as undefined. Whatever is touched, its level stays as it is from then on. */
  give(key: string, given: Given | undefined): void {
    if (this.sealed !== null) return;
    for (const { field } of this.level.fields) {
      if (field.of.some((column) => column.key === key)) this.locked[blockOf(field)] = true;
    }
    if (given === undefined || given.length === 0) this.given.delete(key);
    else this.given.set(key, given);
  }

  answer(key: string): Given | undefined {
    return this.given.get(key);
  }

  get answers(): Answers {
    return this.given;
  }

  /** The ids of what is shown to somebody with these answers. */
  shown(): ReadonlySet<string> {
    return shownItems(this.lot.items, this.given);
  }

  /** Whether nothing that is sent is shown, though nothing that decides about it is left: it is sent as not asked. */
  get isUnreached(): boolean {
    const shown = this.shown();
    const { keys, staying } = this.lot;
    const own = this.survey.definition.columns.filter(({ key, question }) => keys.has(key) && shown.has(question.id));
    return own.every((column) => staying.includes(column) && !this.needs(column));
  }

  /** Whether going on needs an answer to this. */
  needs({ key, question }: Column): boolean {
    return !question.maySkip && this.answer(key) === undefined;
  }

  /**
   * Draw the report: once. A second call gives the same report and reads no word.
   *
   * What is not shown is sent as not asked, also when it was answered before a condition hid it.
   */
  seal(entropy: Entropy): Sealed {
    if (this.sealed !== null) return this.sealed;
    const shown = this.shown();
    const positions = (column: Column): readonly number[] =>
      positionsOf(column, this.answer(column.key), shown.has(column.question.id));
    const answers = this.level.fields.map(({ field }) => {
      if (field.kind === "set") return positions(field.of[0] as Column);
      if (field.kind === "number") {
        const [number = []] = positions(field.of[0] as Column);
        return number;
      }
      return field.of.reduce((place, column) => place * column.answers.length + (positions(column)[0] as number), 0);
    });
    this.sealed = seal(this.survey.hash, this.level, answers, entropy);
    this.forget();
    answers.length = 0;
    return this.sealed;
  }

  forget(): void {
    this.given.clear();
  }
}

import type { Draft } from "../../api/types";
import { pathInWords } from "../frame/fieldFaults";
import { languageOf } from "../parts/draft/languages";
import { placeOf } from "../parts/draft/naming";
import type { Check } from "../parts/draft/readiness";
import { words } from "../words/words";
import type { Faults } from "./faults";
import { linesOf, missingIn } from "./languages/translations";

function missing(draft: Draft, places: readonly number[]): string {
  const named = places.flatMap((place) => {
    const item = draft.questions[place - 1];
    return item ? [placeOf(item, place)] : [];
  });
  return named.length > 0 ? words.build.checkMissingAt(named.join(words.listComma)) : words.build.checkMissing;
}

interface CheckListProps {
  draft: Draft;
  checks: readonly Check[];
  saved: boolean;
}

/** What publishing still waits for, and where; one sentence when that is nothing. */
export function CheckList({ draft, checks, saved }: CheckListProps) {
  const open = checks.filter((check) => !check.done);
  if (open.length === 0 && saved) return <p>{words.build.nothingMissing}</p>;
  return (
    <ul className="checks refuse">
      {open.map(({ id, places }) => (
        <li key={id}>
          {words.build.checks[id]}: <strong>{missing(draft, places)}</strong>
        </li>
      ))}
      {!saved && (
        <li>
          {words.build.checks.saved}: <strong>{words.build.checkMissing}</strong>
        </li>
      )}
    </ul>
  );
}

/** Languages that are not complete do not stop anybody: the page falls back, and this says so. */
export function TranslationNotes({ draft }: { draft: Draft }) {
  const all = linesOf(draft).length;
  const incomplete = draft.languages.filter((tag) => missingIn(draft, tag).length > 0);
  return incomplete.map((tag) => (
    <p key={tag} className="quiet">
      {words.languages.incomplete(languageOf(tag).name, all - missingIn(draft, tag).length, all)}
    </p>
  ));
}

/** "questions.2.show_if" -> "Question 3": where in the questionnaire a refusal of the server belongs. */
function whereOf(draft: Draft, path: string): string {
  const index = Number(/^questions\.(\d+)/.exec(path)?.[1] ?? -1);
  const item = draft.questions[index];
  return item ? placeOf(item, index + 1) : pathInWords(path);
}

/** What the server would refuse, in its own words, each at its place. */
export function FaultList({ draft, faults }: { draft: Draft; faults: Faults }) {
  const entries = Object.entries(faults);
  if (entries.length === 0) return null;
  return (
    <ul className="checks refuse">
      {entries.map(([path, fault]) => (
        <li key={path}>
          {words.build.refusedAt(whereOf(draft, path))} <span lang="en">{fault}</span>
        </li>
      ))}
    </ul>
  );
}

import { NativeSelect } from "@mantine/core";
import type { Draft, Level } from "../../api/types";
import { Tick } from "../frame/Tick";
import { keptOfHundred, mostSure } from "../parts/draft/consequence";
import { epsilonOfReport, questionsCounted } from "../parts/draft/draft";
import { CAP, inOrder, MOST_LEVELS, nextStrength, strengthsFor } from "../parts/draft/levels";
import { mostOfAnswer, sendsSome } from "../parts/draft/send";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { Sending } from "./Sending";
import { SendingDetails } from "./SendingDetails";

interface LevelsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Bound({ draft, place }: { draft: Draft; place: number }) {
  const level = draft.levels[place];
  const questions = questionsCounted(draft);
  if (!level || questions === 0) return null;
  const epsilon = epsilonOfReport(draft, level);
  if (epsilon > CAP)
    return <p className="refuse">{words.build.overCap(levelName(place, draft.levels.length), mostSure(CAP))}</p>;
  if (sendsSome(draft))
    return <p className="quiet">{words.sending.shared(String(keptOfHundred(mostOfAnswer(draft, level))))}</p>;
  return <p className="quiet">{words.build.bound(questions, mostSure(epsilon))}</p>;
}

function introduction(draft: Draft): string {
  if (sendsSome(draft)) return draft.levels.length > 1 ? words.sending.levelsText : words.sending.levelsTextOne;
  return draft.level_choice === "question" ? words.build.levelsTextEach : words.build.levelsText;
}

/** Whether people choose at each question; refused in words where questions are drawn by lot. */
function LevelEach({ draft, onChange }: LevelsProps) {
  const isChosen = draft.level_choice === "question";
  const some = sendsSome(draft);
  return (
    <>
      {(!some || isChosen) && (
        <Tick
          label={words.build.levelEach}
          hint={words.build.levelEachText}
          checked={isChosen}
          onChange={(each) => onChange({ ...draft, level_choice: each ? "question" : "report" })}
        />
      )}
      {some && <p className={isChosen ? "refuse" : "quiet"}>{words.sending.noLevelEach}</p>}
    </>
  );
}

function Epsilons({ draft, level }: { draft: Draft; level: Level }) {
  if (sendsSome(draft)) return words.sending.epsilonReport(level.epsilon, String(mostOfAnswer(draft, level)));
  const { epsilonQuestion, epsilonReport } = words.build;
  return `${epsilonQuestion(level.epsilon)}, ${epsilonReport(String(epsilonOfReport(draft, level)))}`;
}

/** The one knob for privacy: up to three levels, each chosen by what it does to an answer, or to a report. */
export function Levels({ draft, onChange }: LevelsProps) {
  const epsilons = draft.levels.map((level) => level.epsilon);
  const next = nextStrength(draft.levels);
  const some = sendsSome(draft);
  const set = (changed: string[]) => {
    const levelChoice = changed.length === 1 && draft.level_choice ? { level_choice: "report" as const } : {};
    onChange({ ...draft, levels: inOrder(changed), ...levelChoice });
  };
  const nameAt = (place: number) => levelName(place, draft.levels.length);
  const consequence = (epsilon: number) =>
    some ? words.sending.wholeReport(mostSure(epsilon)) : words.build.consequence(keptOfHundred(epsilon));
  return (
    <section aria-labelledby="levels">
      <h2 id="levels">{words.build.levels}</h2>
      <Sending draft={draft} onChange={onChange} />
      <p>{introduction(draft)}</p>
      <ol className="levels">
        {draft.levels.map((level, index) => (
          <li key={level.epsilon}>
            <NativeSelect
              label={some ? words.sending.levelOf(nameAt(index)) : nameAt(index)}
              value={level.epsilon}
              data={strengthsFor(draft.levels, level.epsilon).map((epsilon) => ({
                value: epsilon,
                label: consequence(Number(epsilon)),
              }))}
              onChange={(changed) => set(epsilons.with(index, changed.currentTarget.value))}
            />
            {draft.levels.length > 1 && (
              <button
                type="button"
                className="text-button"
                aria-label={words.items.removeWhat(nameAt(index))}
                onClick={() => set(epsilons.toSpliced(index, 1))}
              >
                {words.build.removeLevel}
              </button>
            )}
            <Bound draft={draft} place={index} />
          </li>
        ))}
      </ol>
      {draft.levels.length < MOST_LEVELS && next && (
        <button type="button" className="text-button" onClick={() => set([...epsilons, next])}>
          {words.build.addLevel}
        </button>
      )}
      {draft.levels.length > 1 && <LevelEach draft={draft} onChange={onChange} />}
      <details>
        <summary>{words.detailsForExperts}</summary>
        <ul>
          {draft.levels.map((level, index) => (
            <li key={level.epsilon}>
              {nameAt(index)}
              {words.colon}
              <Epsilons draft={draft} level={level} />
            </li>
          ))}
        </ul>
        {some && <SendingDetails draft={draft} onChange={onChange} />}
      </details>
    </section>
  );
}

import { NativeSelect } from "@mantine/core";
import type { Draft, Level, Plan } from "../../api/types";
import { Tick } from "../frame/Tick";
import { type Aim, aiming, withLevels } from "../parts/draft/aim";
import { keptOfHundred, mostSure } from "../parts/draft/consequence";
import { epsilonOfReport, questionsCounted } from "../parts/draft/draft";
import { CAP, MOST_LEVELS, nextStrength, strengthsFor } from "../parts/draft/levels";
import { mostOfAnswer, sendsSome } from "../parts/draft/send";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { AimFields } from "./Aim";
import { useFaultsBelow } from "./faults";
import { Proposals } from "./Proposals";
import { Sending } from "./Sending";
import { SendingDetails } from "./SendingDetails";

interface LevelsProps {
  draft: Draft;
  /** The plan is of the draft as it is saved; absent while that is not complete. */
  plan?: Plan | undefined;
  onChange: (draft: Draft) => void;
}

const USUAL_EPSILON = "2"; // of a whole report, where the plan has not chosen one yet

const levelOfAim = (plan: Plan | undefined): Level | undefined =>
  plan?.aim ? { epsilon: plan.aim.epsilon } : undefined;

function Bound({ draft, level, name }: { draft: Draft; level: Level; name: string }) {
  const questions = questionsCounted(draft);
  if (questions === 0) return null;
  const epsilon = epsilonOfReport(draft, level);
  if (epsilon > CAP) return <p className="refuse">{words.build.overCap(name, mostSure(CAP))}</p>;
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

/** The author chooses up to three levels, each by what it does to an answer, or to a report. */
function OwnLevels({ draft, onChange }: LevelsProps) {
  const epsilons = draft.levels.map((level) => level.epsilon);
  const next = nextStrength(draft.levels);
  const some = sendsSome(draft);
  const set = (changed: string[]) => onChange(withLevels(draft, changed));
  const nameAt = (place: number) => levelName(place, draft.levels.length);
  const consequence = (epsilon: number) =>
    some ? words.sending.wholeReport(mostSure(epsilon)) : words.build.consequence(keptOfHundred(epsilon));
  return (
    <>
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
            <Bound draft={draft} level={level} name={nameAt(index)} />
          </li>
        ))}
      </ol>
      {draft.levels.length < MOST_LEVELS && next && (
        <button type="button" className="text-button" onClick={() => set([...epsilons, next])}>
          {words.build.addLevel}
        </button>
      )}
      {draft.levels.length > 1 && <LevelEach draft={draft} onChange={onChange} />}
      {some && (
        <button type="button" className="text-button" onClick={() => onChange(aiming(draft, {}))}>
          {words.sending.aimInstead}
        </button>
      )}
    </>
  );
}

/** The level that the number of people chooses, until the author chooses levels. */
function AimedLevel({ draft, aim, plan, isRefused, onChange }: LevelsProps & { aim: Aim; isRefused: boolean }) {
  const level = levelOfAim(plan);
  return (
    <>
      <AimFields draft={draft} aim={aim} plan={plan} isRefused={isRefused} onChange={onChange} />
      {level && <Bound draft={draft} level={level} name={levelName(0, 1)} />}
      <button
        type="button"
        className="text-button"
        onClick={() => onChange(withLevels(draft, [level?.epsilon ?? USUAL_EPSILON]))}
      >
        {words.sending.ownLevels}
      </button>
    </>
  );
}

/** How well a report, or each answer, is protected. */
export function Levels({ draft, plan, onChange }: LevelsProps) {
  const some = sendsSome(draft);
  const aimed = levelOfAim(plan);
  const ofAim = useFaultsBelow("aim");
  const ofLevels = useFaultsBelow("levels");
  const ofSend = useFaultsBelow("send");
  const ofChoice = useFaultsBelow("level_choice");
  const faults = [...new Set([...ofAim, ...ofLevels, ...ofSend, ...ofChoice])];
  const levels = draft.aim ? (aimed ? [aimed] : []) : draft.levels;
  return (
    <section aria-labelledby="levels">
      <h2 id="levels">{words.build.levels}</h2>
      {faults.map((fault) => (
        <p key={fault} className="refuse" lang="en">
          {fault}
        </p>
      ))}
      <Sending draft={draft} onChange={onChange} />
      {draft.aim ? (
        <AimedLevel draft={draft} aim={draft.aim} plan={plan} isRefused={faults.length > 0} onChange={onChange} />
      ) : (
        <OwnLevels draft={draft} onChange={onChange} />
      )}
      {plan && <Proposals draft={draft} plan={plan} onChange={onChange} />}
      <details>
        <summary>{words.detailsForExperts}</summary>
        <ul>
          {levels.map((level, index) => (
            <li key={level.epsilon}>
              {levelName(index, levels.length)}
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

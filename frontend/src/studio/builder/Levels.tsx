import { NativeSelect } from "@mantine/core";
import type { Draft } from "../../api/types";
import { Tick } from "../frame/Tick";
import { keptOfHundred, mostSure } from "../parts/draft/consequence";
import { epsilonOfReport, questionsCounted } from "../parts/draft/draft";
import { CAP, inOrder, MOST_LEVELS, nextStrength, strengthsFor } from "../parts/draft/levels";
import { levelName } from "../words/levels";
import { words } from "../words/words";

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
  return <p className="quiet">{words.build.bound(questions, mostSure(epsilon))}</p>;
}

/** The one knob for privacy: up to three levels, each chosen by what it does to an answer. */
export function Levels({ draft, onChange }: LevelsProps) {
  const epsilons = draft.levels.map((level) => level.epsilon);
  const next = nextStrength(draft.levels);
  const set = (changed: string[]) => {
    const levelChoice = changed.length === 1 && draft.level_choice ? { level_choice: "report" as const } : {};
    onChange({ ...draft, levels: inOrder(changed), ...levelChoice });
  };
  const nameAt = (place: number) => levelName(place, draft.levels.length);
  return (
    <section aria-labelledby="levels">
      <h2 id="levels">{words.build.levels}</h2>
      <p>{draft.level_choice === "question" ? words.build.levelsTextEach : words.build.levelsText}</p>
      <ol className="levels">
        {draft.levels.map((level, index) => (
          <li key={level.epsilon}>
            <NativeSelect
              label={nameAt(index)}
              value={level.epsilon}
              data={strengthsFor(draft.levels, level.epsilon).map((epsilon) => ({
                value: epsilon,
                label: words.build.consequence(keptOfHundred(Number(epsilon))),
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
      {draft.levels.length > 1 && (
        <Tick
          label={words.build.levelEach}
          hint={words.build.levelEachText}
          checked={draft.level_choice === "question"}
          onChange={(each) => onChange({ ...draft, level_choice: each ? "question" : "report" })}
        />
      )}
      <details>
        <summary>{words.detailsForExperts}</summary>
        <ul>
          {draft.levels.map((level, index) => (
            <li key={level.epsilon}>
              {nameAt(index)}: {words.build.epsilonQuestion(level.epsilon)},{" "}
              {words.build.epsilonReport(String(epsilonOfReport(draft, level)))}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

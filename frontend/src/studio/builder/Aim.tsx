import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Draft, Plan } from "../../api/types";
import { count, points } from "../numbers/format";
import { type Aim, aiming, HALF_WIDTHS, peopleIn } from "../parts/draft/aim";
import { mostSure } from "../parts/draft/consequence";
import { offeredWith } from "../parts/draft/send";
import { words } from "../words/words";

interface AimProps {
  draft: Draft;
  aim: Aim;
  /** The plan is of the draft as it is saved; absent while that is not complete. */
  plan: Plan | undefined;
  onChange: (draft: Draft) => void;
}

const inPoints = (half: string): string => points(Number(half), half === "0.075" ? 1 : 0);

/** What the aim comes to: the level, and the people it needs. */
function Outcome({ aim, plan }: { aim: Aim; plan: Plan | undefined }) {
  const text = words.sending;
  if (!plan?.aim) return <p className="quiet">{text.aimWaits}</p>;
  const { epsilon, people } = plan.aim;
  const [needed, half] = [count(people), inPoints(aim.half_width)];
  return (
    <p>
      <strong>{text.aimLevel(mostSure(Number(epsilon)))}</strong>
      {words.between}
      {people <= aim.people ? text.aimReached(half, needed) : text.aimMissed(half, needed)}
    </p>
  );
}

/** The people expected and the precision wanted; the level follows from them. */
export function AimFields({ draft, aim, plan, onChange }: AimProps) {
  const text = words.sending;
  const [typed, setTyped] = useState(String(aim.people));
  return (
    <>
      <p>{text.aimText}</p>
      <div className="aim">
        <TextInput
          className="short"
          label={text.people}
          inputMode="numeric"
          value={typed}
          error={peopleIn(typed) === undefined ? text.peopleFault : undefined}
          onChange={(changed) => {
            setTyped(changed.currentTarget.value);
            const people = peopleIn(changed.currentTarget.value);
            if (people !== undefined) onChange(aiming(draft, { people }));
          }}
        />
        <NativeSelect
          className="short"
          label={text.halfWidth}
          value={aim.half_width}
          data={offeredWith(HALF_WIDTHS, aim.half_width).map((half) => ({
            value: half,
            label: text.halfWidthOption(inPoints(half)),
          }))}
          onChange={(changed) => onChange(aiming(draft, { half_width: changed.currentTarget.value }))}
        />
      </div>
      <Outcome aim={aim} plan={plan} />
    </>
  );
}

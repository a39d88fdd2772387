import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Draft, Plan } from "../../api/types";
import { count } from "../numbers/format";
import { type Aim, aiming, HALF_WIDTHS, peopleIn, pointsOf } from "../parts/draft/aim";
import { mostSure } from "../parts/draft/consequence";
import { offeredWith } from "../parts/draft/send";
import { words } from "../words/words";

interface AimProps {
  draft: Draft;
  aim: Aim;
  /** The plan is of the draft as it is saved; absent while that is not complete. */
  plan: Plan | undefined;
  /** Whether the server refused the draft, and the page says why. */
  isRefused: boolean;
  onChange: (draft: Draft) => void;
}

const byNumber = (left: string, right: string): number => Number(left) - Number(right);

/** What the aim comes to: the level, and the people it needs. */
function Outcome({ aim, plan, isRefused }: Pick<AimProps, "aim" | "plan" | "isRefused">) {
  const text = words.sending;
  if (!plan?.aim) return isRefused ? null : <p className="quiet">{text.aimWaits}</p>;
  const { epsilon, people } = plan.aim;
  const [needed, half] = [count(people), pointsOf(aim.half_width)];
  return (
    <p role="status">
      <strong>{text.aimLevel(mostSure(Number(epsilon)))}</strong>
      {words.between}
      {people <= aim.people ? text.aimReached(half, needed) : text.aimMissed(half, needed)}
    </p>
  );
}

/** The people expected and the precision wanted; the level follows from them. */
export function AimFields({ draft, aim, plan, isRefused, onChange }: AimProps) {
  const text = words.sending;
  const [typing, setTyping] = useState<string>();
  const people = typing === undefined ? undefined : peopleIn(typing);
  const isTyped = typing !== undefined && (people === undefined || people === aim.people);
  return (
    <>
      <p>{text.aimText}</p>
      <div className="aim">
        <TextInput
          className="short"
          label={text.people}
          inputMode="numeric"
          value={isTyped ? typing : String(aim.people)}
          error={isTyped && people === undefined ? text.peopleFault(count(aim.people)) : undefined}
          onChange={({ currentTarget: { value } }) => {
            setTyping(value);
            const expected = peopleIn(value);
            if (expected !== undefined) onChange(aiming(draft, { people: expected }));
          }}
        />
        <NativeSelect
          className="short"
          label={text.halfWidth}
          value={aim.half_width}
          data={offeredWith(HALF_WIDTHS, aim.half_width)
            .toSorted(byNumber)
            .map((half) => ({
              value: half,
              label: text.halfWidthOption(pointsOf(half)),
            }))}
          onChange={(changed) => onChange(aiming(draft, { half_width: changed.currentTarget.value }))}
        />
      </div>
      <Outcome aim={aim} plan={plan} isRefused={isRefused} />
    </>
  );
}

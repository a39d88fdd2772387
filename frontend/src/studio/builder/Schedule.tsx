import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Draft } from "../../api/types";
import { words } from "../words/words";
import { useFault } from "./faults";
import { capIn, localOf, utcOf } from "./schedule";

interface ScheduleProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

interface MomentProps {
  label: string;
  path: "opens_at" | "closes_at";
  value: string | null;
  onChange: (value: string | null) => void;
}

function Moment({ label, path, value, onChange }: MomentProps) {
  const fault = useFault(path);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      defaultValue={localOf(value)}
      error={fault}
      onChange={(changed) => onChange(utcOf(changed.currentTarget.value))}
    />
  );
}

function Cap({ draft, onChange }: ScheduleProps) {
  const [typed, setTyped] = useState(String(draft.cap_reports ?? ""));
  const fault = useFault("cap_reports");
  return (
    <TextInput
      className="short"
      inputMode="numeric"
      label={words.build.capReports}
      value={typed}
      error={capIn(typed) === undefined ? words.build.capFault : fault}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const cap = capIn(value);
        if (cap !== undefined) onChange({ ...draft, cap_reports: cap });
      }}
    />
  );
}

/** The time from when until when people answer, and the number who may. All may stay empty. */
export function Schedule({ draft, onChange }: ScheduleProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule">{words.build.schedule}</h2>
      <div className="two">
        <Moment
          label={words.build.opensAt}
          path="opens_at"
          value={draft.opens_at}
          onChange={(opens_at) => onChange({ ...draft, opens_at })}
        />
        <Moment
          label={words.build.closesAt}
          path="closes_at"
          value={draft.closes_at}
          onChange={(closes_at) => onChange({ ...draft, closes_at })}
        />
      </div>
      <p className="quiet">{words.build.scheduleZone(zone)}</p>
      <Cap draft={draft} onChange={onChange} />
    </section>
  );
}

import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Draft } from "../../api/types";
import { words } from "../words/words";
import { useFault } from "./faults";
import { capIn, localOf, momentFault, utcOf } from "./schedule";

interface DraftProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

type MomentPath = "opens_at" | "closes_at";

interface ScheduleProps extends DraftProps {
  /** A field that names no moment holds up publishing, because the draft does not have what stands in it. */
  onFault: (path: MomentPath, fault: string | undefined) => void;
}

interface MomentProps {
  label: string;
  path: MomentPath;
  value: string | null;
  onChange: (value: string | null) => void;
  onFault: ScheduleProps["onFault"];
}

function Moment({ label, path, value, onChange, onFault }: MomentProps) {
  const fault = useFault(path);
  /** A browser tells of no change while a part of the field is empty: it is asked again when the field is left. */
  function judge({ value: local, validity }: HTMLInputElement): boolean {
    const why = momentFault(local, validity.badInput);
    onFault(path, why && words.build.momentFault[why]);
    return why === undefined;
  }
  return (
    <TextInput
      type="datetime-local"
      label={label}
      defaultValue={localOf(value)}
      error={fault}
      onBlur={(left) => judge(left.currentTarget)}
      onChange={({ currentTarget }) => onChange(judge(currentTarget) ? utcOf(currentTarget.value) : null)}
    />
  );
}

function Cap({ draft, onChange }: DraftProps) {
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
export function Schedule({ draft, onChange, onFault }: ScheduleProps) {
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
          onFault={onFault}
        />
        <Moment
          label={words.build.closesAt}
          path="closes_at"
          value={draft.closes_at}
          onChange={(closes_at) => onChange({ ...draft, closes_at })}
          onFault={onFault}
        />
      </div>
      <p className="quiet">{words.build.scheduleZone(zone)}</p>
      <Cap draft={draft} onChange={onChange} />
    </section>
  );
}

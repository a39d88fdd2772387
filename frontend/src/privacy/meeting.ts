import { type Entropy, uniformBelow } from "./entropy";
import type { MeetingSpec } from "./spec";

/** Twin of mechanisms/ldp/shapes/sets/meeting.py, which describes the steps: which members are ticked; the dummies stand last. */
export function perturbMeeting(spec: MeetingSpec, answers: readonly number[], words: Entropy): readonly number[] {
  const members = Array.from({ length: spec.answers + spec.pad_to }, (_, member) => member);
  const read = () => members.slice(0, spec.size).map((place) => uniformBelow(members.length - place, words));
  const meets = (numbers: readonly number[]) => numbers.some((number, place) => place + number >= spec.answers);
  const wanted = words() < spec.meets_below;
  const first = read();
  let last = first;
  // Until both kinds have come, whichever is wanted: how many words are read says nothing about the answer.
  while (meets(last) === meets(first)) {
    words();
    last = read();
  }
  const isHeld = (member: number) =>
    member < spec.answers ? answers.includes(member) : member < members.length - answers.length;
  const row = [...members.filter((member) => !isHeld(member)), ...members.filter(isHeld)];
  (meets(first) === wanted ? first : last).forEach((number, place) => {
    [row[place], row[place + number]] = [row[place + number] as number, row[place] as number];
  });
  return row.slice(0, spec.size);
}

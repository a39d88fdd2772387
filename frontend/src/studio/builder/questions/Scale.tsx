import { NativeSelect, TextInput } from "@mantine/core";
import { pointId } from "../../../respond/version/domain";
import { ServerMessage } from "../../frame/ServerMessage";
import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { type FieldsProps, ORDERED, type QuestionType, type Text } from "./questionType";

type Scale = ItemOf<"scale">;

const STARTS = [-5, -4, -3, -2, -1, 0, 1];
const MOST_POINTS = 11;

function counting(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** The lines of a list of numbers: those offered, and the one chosen now, which a program may have set to another. */
function choices(offered: readonly number[], own: number): string[] {
  return (offered.includes(own) ? offered : [own, ...offered]).map(String);
}

const labelsOf = ({ labels = [] }: Scale["scale"]) => labels;

/** Labels stand at points between the ends; a scale without any says nothing of them. */
export function withLabels({ labels = [], ...scale }: Scale["scale"]): Scale["scale"] {
  const kept = labels.filter(({ point, label }) => label !== "" && point > scale.least && point < scale.most);
  return kept.length > 0 ? { ...scale, labels: kept.toSorted((left, right) => left.point - right.point) } : scale;
}

/**
 * The points of a scale, from where to where, and what the ends mean. The lists offer only scales that can be asked.
 */
function ScaleFields({ item, where, onChange }: FieldsProps<Scale>) {
  const { scale } = item;
  const fault = useFault(`${where}.scale`);
  const set = (change: Partial<Scale["scale"]>) => onChange({ ...item, scale: withLabels({ ...scale, ...change }) });
  function from(least: number) {
    const most = Math.min(Math.max(scale.most, least + 1), least + MOST_POINTS - 1);
    set({ least, most });
  }
  const between = counting(scale.least + 1, scale.most - 1);
  return (
    <>
      <div className="two">
        <NativeSelect
          label={words.items.scaleFrom}
          value={String(scale.least)}
          data={choices(STARTS, scale.least)}
          onChange={(changed) => from(Number(changed.currentTarget.value))}
        />
        <NativeSelect
          label={words.items.scaleTo}
          value={String(scale.most)}
          data={choices(counting(scale.least + 1, scale.least + MOST_POINTS - 1), scale.most)}
          onChange={(changed) => set({ most: Number(changed.currentTarget.value) })}
        />
      </div>
      <ServerMessage fault={fault} />
      <div className="two">
        <TextInput
          label={words.items.scaleLeast}
          maxLength={200}
          value={scale.least_label}
          onChange={(changed) => set({ least_label: changed.currentTarget.value })}
        />
        <TextInput
          label={words.items.scaleMost}
          maxLength={200}
          value={scale.most_label}
          onChange={(changed) => set({ most_label: changed.currentTarget.value })}
        />
      </div>
      {between.length > 0 && (
        <details open={labelsOf(scale).length > 0}>
          <summary>{words.items.scaleBetween}</summary>
          <p className="quiet">{words.items.scaleBetweenHint}</p>
          <div className="two">
            {between.map((point) => (
              <TextInput
                key={point}
                label={words.items.scaleAt(point)}
                maxLength={200}
                value={labelsOf(scale).find((label) => label.point === point)?.label ?? ""}
                onChange={(changed) => {
                  const others = labelsOf(scale).filter((label) => label.point !== point);
                  set({ labels: [...others, { point, label: changed.currentTarget.value }] });
                }}
              />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

const pointsOf = ({ scale }: Scale) => counting(scale.least, scale.most).map(String);

/** A question that is answered with a point of a scale; its ends and any point between may have a label. */
export const SCALE: QuestionType<Scale> = {
  isPairable: true,
  comparisons: ORDERED,
  isQuoted: false,
  fresh: (base) => ({
    ...base,
    type: "scale",
    scale: { least: 1, most: 5, least_label: "", most_label: "" },
    may_skip: true,
  }),
  Fields: ScaleFields,
  texts: ({ scale }) => [
    ["scale.least", scale.least_label],
    ["scale.most", scale.most_label],
    ...labelsOf(scale).map(({ point, label }): Text => [`scale.${pointId(point)}`, label]),
  ],
  answers: pointsOf,
  choices: (question) => pointsOf(question).map((point) => ({ value: point, label: point })),
  countLabel: (own) => words.items.domainPoints(own),
  domainLabel: (all, parts) => words.items.domainOne(all, parts),
};

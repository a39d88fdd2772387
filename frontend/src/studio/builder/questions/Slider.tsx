import { TextInput } from "@mantine/core";
import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { NUMBER, NUMBERS, NumberFields, Whole, withEstimate, withSkip } from "./Number";
import type { FieldsProps, QuestionType } from "./questionType";

type Slider = ItemOf<"slider">;
type Wanted = Parameters<typeof withEstimate<Slider>>[1];

const WIDEST = 2 ** 24;
const TRACK = { ...NUMBERS, edgesHint: () => words.items.edgesHintSlider };

const isWhole = (text: string | null): text is string => text !== null && /^-?\d+$/.test(text);

/** The same slider asked for something else: its ends stay, as the bounds of the estimate or the limits of the bins. */
export function withWanted(item: Slider, of: Wanted): Slider {
  const { estimate, least, most } = item.number;
  const changed = withEstimate(item, of);
  if (of === "bins") {
    const ends = estimate ? { least: String(estimate.low), most: String(estimate.high) } : {};
    return { ...changed, number: { ...changed.number, ...ends } };
  }
  if (estimate || !changed.number.estimate || !isWhole(least) || !isWhole(most)) return changed;
  const grid = { low: Number(least), high: Number(most) };
  const steps = Math.max(1, Math.min(changed.number.estimate.steps, grid.high - grid.low));
  return { ...changed, number: { ...changed.number, estimate: { ...changed.number.estimate, ...grid, steps } } };
}

function SliderFields({ item, where, onChange }: FieldsProps<Slider>) {
  const { slider } = item;
  const set = (change: Partial<Slider["slider"]>) => onChange({ ...item, slider: { ...slider, ...change } });
  return (
    <>
      <NumberFields
        item={item}
        where={where}
        onChange={onChange}
        ask={withWanted}
        gauge={TRACK}
        boundLabels={[words.items.low, words.items.high]}
        hint={words.items.wantedHintSlider}
      />
      <Whole
        label={words.items.sliderStep}
        value={slider.step}
        least={1}
        most={WIDEST}
        where={`${where}.slider.step`}
        onChange={(step) => set({ step })}
      />
      <div className="two">
        <TextInput
          label={words.items.scaleLeast}
          maxLength={200}
          value={slider.least_label}
          onChange={(changed) => set({ least_label: changed.currentTarget.value })}
        />
        <TextInput
          label={words.items.scaleMost}
          maxLength={200}
          value={slider.most_label}
          onChange={(changed) => set({ most_label: changed.currentTarget.value })}
        />
      </div>
    </>
  );
}

/** A question that is answered with a number between two bounds, on a track. */
export const SLIDER: QuestionType<Slider> = {
  isPairable: false,
  comparisons: NUMBER.comparisons,
  isQuoted: false,
  fresh: (base) => ({
    ...base,
    type: "slider",
    number: { edges: [], unit: "", least: null, most: null, estimate: { of: "mean", low: 0, high: 100, steps: 1 } },
    slider: { step: 1, least_label: "", most_label: "" },
    may_skip: true,
  }),
  Fields: SliderFields,
  texts: ({ number, slider }) => [
    ["number.unit", number.unit],
    ["slider.least", slider.least_label],
    ["slider.most", slider.most_label],
  ],
  answers: ({ slider: _, ...rest }) => NUMBER.answers({ ...rest, type: "number" }),
  entry: { gauge: TRACK, edges: ({ number }: Slider) => number.edges },
  countLabel: NUMBER.countLabel,
  domainLabel: (all, parts, { slider: _, ...rest }) => NUMBER.domainLabel(all, parts, { ...rest, type: "number" }),
  withSkip,
};

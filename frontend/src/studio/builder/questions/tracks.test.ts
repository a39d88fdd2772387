import { expect, test } from "vitest";
import { freshItem } from "../draft/newItem";
import { withLabels } from "./Scale";
import { withWanted } from "./Slider";

function freshSlider() {
  const item = freshItem("slider", "q1", "en");
  if (item.type !== "slider") throw new Error("no slider");
  return item;
}

test("a slider keeps its ends whatever is wanted of it", () => {
  const slider = freshSlider();
  const wide = {
    ...slider,
    number: { ...slider.number, estimate: { of: "mean" as const, low: -20, high: 50, steps: 1 } },
  };
  const binned = withWanted(wide, "bins");
  expect(binned.number).toEqual({ edges: [], unit: "", least: "-20", most: "50" });
  expect(withWanted(binned, "distribution").number).toEqual({
    ...{ edges: [], unit: "", least: null, most: null },
    estimate: { of: "distribution", low: -20, high: 50, steps: 50 },
  });
  expect(withWanted(binned, "mean").slider).toEqual(slider.slider);
});

test("a slider of few numbers has no more steps than they have", () => {
  const slider = freshSlider();
  const narrow = { ...slider, number: { edges: [], unit: "", least: "0", most: "7" } };
  expect(withWanted(narrow, "mean").number.estimate).toEqual({ of: "mean", low: 0, high: 7, steps: 7 });
});

test("labels of a scale stand in the order of its points, and only at points between its ends", () => {
  const scale = { least: 1, most: 5, least_label: "", most_label: "" };
  const labels = [
    { point: 4, label: "often" },
    { point: 2, label: "rarely" },
    { point: 3, label: "" },
    { point: 5, label: "an end" },
  ];
  expect(withLabels({ ...scale, labels })).toEqual({
    ...scale,
    labels: [
      { point: 2, label: "rarely" },
      { point: 4, label: "often" },
    ],
  });
  expect(withLabels({ ...scale, labels: labels.slice(2) })).toEqual(scale);
});

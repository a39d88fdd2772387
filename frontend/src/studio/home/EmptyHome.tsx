import type { ReactNode } from "react";
import { Axis } from "../mark/Axis";
import { Interval } from "../mark/Interval";
import { scaleOver } from "../mark/scale";
import type { Estimate } from "../numbers/interval";
import { words } from "../words/words";

const EXAMPLE: Estimate = {
  id: "example",
  label: "Yes",
  share: 0.62,
  bands: [
    { confidence: "95", low: 0.54, high: 0.7 },
    { confidence: "80", low: 0.568, high: 0.672 },
    { confidence: "50", low: 0.593, high: 0.647 },
  ],
};

/** An empty page teaches with one example, hatched because nobody said it. */
export function EmptyHome({ start }: { start: ReactNode }) {
  const scale = scaleOver([0, 1]);
  return (
    <div className="empty">
      <h1>{words.home.titleEmpty}</h1>
      <p>{words.home.emptyText}</p>
      <figure>
        <p className="quiet">{words.home.exampleQuestion}</p>
        <p className="example-sentence">{words.home.exampleSentence}</p>
        <div className="example-picture">
          <Interval estimate={EXAMPLE} scale={scale} simulated label={words.home.exampleLabel} />
          <Axis scale={scale} />
        </div>
        <figcaption className="quiet">{words.home.exampleNote}</figcaption>
      </figure>
      {start}
    </div>
  );
}

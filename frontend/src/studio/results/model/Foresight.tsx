import type { Model } from "../../../api/types";
import { scaleOver } from "../../mark/scale";
import { percent, points } from "../../numbers/format";
import { Chart, type Drawn } from "../../parts/charts/Chart";
import { words } from "../../words/words";
import { type Rightness, rightness } from "./model";

function drawn({ estimate, low, high }: Rightness): Drawn {
  const figure = percent(estimate.share);
  return {
    estimate,
    spoken: words.results.spoken({ share: figure, low: percent(low), high: percent(high) }),
    figure,
    doubt: words.results.model.range(points(low), points(high)),
  };
}

/** How often the model is right, how often each question alone would be, and how often the most frequent answer is. */
export function Foresight({ model, simulated }: { model: Model; simulated: boolean }) {
  const { model: text } = words.results;
  const rows = rightness(model);
  return (
    <Chart
      caption={text.chart(model.foretold.text)}
      columns={{ name: text.from, figure: text.right, doubt: text.limits }}
      rows={rows.map(drawn)}
      scale={scaleOver(rows.flatMap(({ low, high }) => [low, high]))}
      simulated={simulated}
    />
  );
}

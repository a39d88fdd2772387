import type { Model, Shown } from "../../../api/types";
import { Scrolls } from "../../frame/Scrolls";
import { threeDigits } from "../../numbers/format";
import { askedIn } from "../../parts/results/sentence";
import { words } from "../../words/words";

type Coefficient = Model["lines"][number]["slope"];

function Cell({ coefficient }: { coefficient: Coefficient }) {
  const [low, high] = coefficient?.intervals["95"] ?? [];
  if (!coefficient || low === undefined || high === undefined) return <td>–</td>;
  return (
    <td>
      <strong>{threeDigits(coefficient.value)}</strong>{" "}
      <span className="quiet">{words.results.model.lines.range(threeDigits(low), threeDigits(high))}</span>
    </td>
  );
}

/** The line of the predicted number on each other one that was planned in a pair with it. */
export function Lines({ model, shown }: { model: Model; shown: Shown }) {
  const { lines: text } = words.results.model;
  if (model.lines.length === 0) return null;
  const texts = new Map(shown.questions.map((question) => [question.id, askedIn(question)]));
  return (
    <>
      <h3>{text.title}</h3>
      <p className="quiet note">{text.text(model.foretold.text)}</p>
      <Scrolls label={text.title}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{text.on}</th>
              <th scope="col">{text.slope}</th>
              <th scope="col">{text.intercept}</th>
              <th scope="col">{text.explained}</th>
            </tr>
          </thead>
          <tbody>
            {model.lines.map((line) => (
              <tr key={line.on}>
                <th scope="row">{texts.get(line.on) ?? line.on}</th>
                <Cell coefficient={line.slope} />
                <Cell coefficient={line.intercept} />
                <Cell coefficient={line.r_squared} />
              </tr>
            ))}
            <tr>
              <th scope="row">{text.mean}</th>
              <td>{threeDigits(0)}</td>
              <td>–</td>
              <td>{threeDigits(0)}</td>
            </tr>
          </tbody>
        </table>
      </Scrolls>
      <p className="quiet note">{text.limits}</p>
    </>
  );
}

import type { ReleaseFinding } from "../../../api/types";
import { Scrolls } from "../../frame/Scrolls";
import { languageOf } from "../../frame/ServerMessage";
import { words } from "../../words/words";
import { failing, inOrder } from "./figures";
import { findingText } from "./found";

/** What was found in the file as it is written; `text` says by whom. */
export function Verified({ findings, text }: { findings: readonly ReleaseFinding[]; text: string }) {
  const { verified: wording } = words.release;
  const broken = failing(findings).length;
  return (
    <section className="result" aria-labelledby="verified">
      <h2 id="verified">{broken === 0 ? wording.all(findings.length) : wording.some(broken, findings.length)}</h2>
      <p>{text}</p>
      <Scrolls label={wording.outcome}>
        <table className="findings">
          <thead>
            <tr>
              <th scope="col">{wording.promise}</th>
              <th scope="col">{wording.outcome}</th>
              <th scope="col">{wording.observation}</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(findings).map((finding) => {
              const { promise, observation } = findingText(finding);
              return (
                <tr key={finding.promise}>
                  <th scope="row" lang={languageOf(promise)}>
                    {promise.text}
                  </th>
                  <td className={finding.outcome === "holds" ? undefined : "refuse"}>
                    {wording.outcomes[finding.outcome]}
                  </td>
                  <td lang={languageOf(observation)}>{observation.text}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}

import type { ReleaseFinding } from "../../../api/types";
import { Scrolls } from "../../frame/Scrolls";
import { words } from "../../words/words";
import { failing, inOrder } from "./figures";

/** What another program found in the file as it is written. Its own words are English: a recipient reads the same. */
export function Verified({ findings }: { findings: readonly ReleaseFinding[] }) {
  const { verified: said } = words.release;
  const broken = failing(findings).length;
  return (
    <section className="result" aria-labelledby="verified">
      <h2 id="verified">{broken === 0 ? said.all(findings.length) : said.some(broken, findings.length)}</h2>
      <p>{said.text}</p>
      <Scrolls label={said.outcome}>
        <table className="findings">
          <thead>
            <tr>
              <th scope="col">{said.promise}</th>
              <th scope="col">{said.outcome}</th>
              <th scope="col">{said.found}</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(findings).map(({ promise, outcome, found }) => (
              <tr key={promise}>
                <th scope="row" lang="en">
                  {promise}
                </th>
                <td className={outcome === "holds" ? undefined : "refuse"}>{said.outcomes[outcome]}</td>
                <td lang="en">{found}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}

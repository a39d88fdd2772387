import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { syntheses } from "../data/syntheses";
import { Failure } from "../frame/Failure";
import { moment } from "../numbers/format";
import { words } from "../words/words";

/** One's own, on the page of what has left: they are about nobody, and cost budget. */
export function Syntheses({ id, isLoaded }: { id: string; isLoaded: boolean }) {
  const text = words.synthetic;
  const { data, error, refetch } = useQuery(syntheses(id));
  return (
    <section aria-labelledby="syntheses">
      <h2 id="syntheses">{text.list}</h2>
      {isLoaded ? (
        <p className="ways">
          <Link to="/data/$id/synthesise" params={{ id }}>
            {text.begin}
          </Link>
          <Link to="/data/$id/synthesise-two" params={{ id }}>
            {words.joined.begin}
          </Link>
        </p>
      ) : (
        <p className="quiet">{words.rows.notLoaded}</p>
      )}
      <Failure error={error} retry={() => refetch()} />
      {data?.results.length === 0 && <p className="quiet">{text.none}</p>}
      <ul className="releases">
        {data?.results.map((synthesis) => (
          <li key={synthesis.id}>
            {synthesis.children === null ? (
              <Link to="/data/$id/syntheses/$synthesis" params={{ id, synthesis: synthesis.id }}>
                {text.madeAt(moment(synthesis.created_at))}
              </Link>
            ) : (
              <Link to="/data/$id/joined-syntheses/$joined" params={{ id, joined: synthesis.id }}>
                {words.joined.madeAt(moment(synthesis.created_at))}
              </Link>
            )}
            <span className="release-facts quiet">
              <span>{words.rows.jobStates[synthesis.state]}</span>
              <span>{words.rows.triedOn(synthesis.version)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { syntheses } from "../data/syntheses";
import { Failure } from "../frame/Failure";
import { moment } from "../numbers/format";
import { words } from "../words/words";

/** One's own, on the page of what has left: they are about nobody, and cost budget. */
export function Syntheses({ id, isLoaded }: { id: string; isLoaded: boolean }) {
  const said = words.synthetic;
  const { data, error, refetch } = useQuery(syntheses(id));
  return (
    <section aria-labelledby="syntheses">
      <h2 id="syntheses">{said.list}</h2>
      {isLoaded ? (
        <p className="ways">
          <Link to="/data/$id/synthesise" params={{ id }}>
            {said.begin}
          </Link>
          <Link to="/data/$id/synthesise-two" params={{ id }}>
            {words.joined.begin}
          </Link>
        </p>
      ) : (
        <p className="quiet">{words.rows.notLoaded}</p>
      )}
      <Failure error={error} retry={() => refetch()} />
      {data?.results.length === 0 && <p className="quiet">{said.none}</p>}
      <ul className="releases">
        {data?.results.map((one) => (
          <li key={one.id}>
            {one.children === null ? (
              <Link to="/data/$id/syntheses/$synthesis" params={{ id, synthesis: one.id }}>
                {said.madeAt(moment(one.created_at))}
              </Link>
            ) : (
              <Link to="/data/$id/joined-syntheses/$joined" params={{ id, joined: one.id }}>
                {words.joined.madeAt(moment(one.created_at))}
              </Link>
            )}
            <span className="release-facts quiet">
              <span>{words.rows.jobStates[one.state]}</span>
              <span>{words.rows.triedOn(one.version)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { AnonymisationInList, OneRelease } from "../../api/types";
import { anonymisations, releasesOf } from "../data/anonymisations";
import { dataSet } from "../data/datasets";
import { FailedPage } from "../frame/FailedPage";
import { Failure } from "../frame/Failure";
import { ListControls } from "../frame/ListControls";
import { day, moment } from "../numbers/format";
import { AboutDataSet } from "../parts/AboutDataSet";
import { guaranteeText } from "../parts/releaseCard";
import { words } from "../words/words";
import { Example } from "./Example";
import { listed } from "./listed";
import { Syntheses } from "./Syntheses";
import "./release.css";

function Released({ of }: { of: OneRelease }) {
  const text = words.rows;
  return (
    <li>
      <Link to="/data/$id/releases/$release" params={{ id: of.data_set, release: of.id }}>
        {of.title}
      </Link>
      <span>{guaranteeText(of)}</span>
      <span className="release-facts quiet">
        {of.kind === "synthetic" && <span>{words.handed.synthetic}</span>}
        <span>{text.states[of.state]}</span>
        <span>{text.audiences[of.audience]}</span>
        <span>{day(of.released_at ?? of.created_at)}</span>
      </span>
    </li>
  );
}

function Tried({ of }: { of: AnonymisationInList }) {
  const text = words.rows;
  return (
    <li>
      <Link to="/data/$id/anonymisations/$anonymisation" params={{ id: of.data_set, anonymisation: of.id }}>
        {text.triedAt(moment(of.created_at))}
      </Link>
      <span className="release-facts quiet">
        <span>{text.jobStates[of.state]}</span>
        <span>{text.triedOn(of.version)}</span>
      </span>
    </li>
  );
}

const FEW = 6; // are seen at once

/** A list that is long is searched and sorted, and its address says how. */
function AllReleases({ all }: { all: readonly OneRelease[] }) {
  const text = words.rows;
  const { q = "", sort = "-created_at" } = useSearch({ from: "/signed-in/data/$id/releases" });
  const navigate = useNavigate({ from: "/data/$id/releases" });
  const shown = listed(all, { q, sort });
  return (
    <>
      {(all.length > FEW || q !== "") && (
        <ListControls
          searchLabel={text.search}
          q={q}
          sort={sort}
          sorts={text.sorts}
          onChange={(changed) =>
            navigate({ search: () => ({ q: changed.q || undefined, sort: changed.sort }), replace: true })
          }
        />
      )}
      {shown.length === 0 && <p className="quiet">{text.noneFound}</p>}
      <ul className="releases">
        {shown.map((release) => (
          <Released key={release.id} of={release} />
        ))}
      </ul>
    </>
  );
}

/** What was tried, for whoever may try: figures of a candidate are made of the data. */
function Anonymisations({ id, isLoaded }: { id: string; isLoaded: boolean }) {
  const text = words.rows;
  const { data, error, refetch } = useQuery(anonymisations(id));
  return (
    <section aria-labelledby="tried">
      <h2 id="tried">{text.tried}</h2>
      {isLoaded ? (
        <p>
          <Link to="/data/$id/anonymise" params={{ id }}>
            {text.begin}
          </Link>
        </p>
      ) : (
        <p className="quiet">{text.notLoaded}</p>
      )}
      <Failure error={error} retry={() => refetch()} />
      {data?.results.length === 0 && <p className="quiet">{text.noneTried}</p>}
      <ul className="releases">
        {data?.results.map((job) => (
          <Tried key={job.id} of={job} />
        ))}
      </ul>
    </section>
  );
}

/** What rows of this data set have left, and what was tried? */
export function Releases() {
  const { id } = useParams({ from: "/signed-in/data/$id/releases" });
  const about = useQuery(dataSet(id));
  const { data, error, refetch } = useQuery(releasesOf(id));
  const text = words.rows;
  const failed = about.error ?? error;
  if (failed) return <FailedPage error={failed} retry={() => Promise.all([about.refetch(), refetch()])} />;
  if (!about.data || !data) return <p className="quiet">{words.loading}</p>;
  const title = text.title(data.results.filter(({ state }) => state === "released" || state === "withdrawn").length);
  return (
    <AboutDataSet id={id} back={about.data.name} title={title}>
      <p>{text.text}</p>
      {data.results.length > 0 && (
        <section aria-labelledby="releases">
          <h2 id="releases">{text.releases}</h2>
          <AllReleases all={data.results} />
        </section>
      )}
      {about.data.operations.includes("dataset.anonymise") && (
        <Anonymisations id={id} isLoaded={about.data.version !== null} />
      )}
      {about.data.operations.includes("dataset.synthesise") && (
        <Syntheses id={id} isLoaded={about.data.version !== null} />
      )}
      {data.results.length === 0 && <Example />}
    </AboutDataSet>
  );
}

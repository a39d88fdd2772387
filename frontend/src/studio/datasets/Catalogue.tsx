import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { DataSetInList } from "../../api/types";
import { dataSets } from "../data/datasets";
import { Failure } from "../frame/Failure";
import { ListControls } from "../frame/ListControls";
import { Page } from "../frame/Page";
import { Tick } from "../frame/Tick";
import { words } from "../words/words";
import "./datasets.css";

function Row({ dataSet }: { dataSet: DataSetInList }) {
  return (
    <li>
      <h2>
        <Link to="/data/$id" params={{ id: dataSet.id }}>
          {dataSet.name}
        </Link>
      </h2>
      {dataSet.description && <p>{dataSet.description}</p>}
      <p className="quiet">
        {[
          dataSet.is_owner ? words.data.yours : dataSet.organisation?.name,
          dataSet.state === "empty"
            ? words.data.nothingLoaded
            : words.data.columnsOf(dataSet.names.join(words.listComma)),
          dataSet.licence,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  );
}

/** Which data are there, and what are they about? */
export function Catalogue() {
  const { q = "", sort = "-created_at", mine = false } = useSearch({ from: "/signed-in/data" });
  const navigate = useNavigate({ from: "/data" });
  const list = useInfiniteQuery({ ...dataSets({ q: q.trim(), sort, mine }), placeholderData: (before) => before });
  if (list.isPending) return <p className="quiet">{words.loading}</p>;
  if (list.isError) return <Failure error={list.error} retry={() => list.refetch()} />;
  const rows = list.data.pages.flatMap((page) => page.results);
  const title = words.data.title(rows.length);
  const searched = q !== "" || mine;
  return (
    <Page title={title}>
      <div className="page-head">
        <h1>{title}</h1>
        <Button component={Link} to="/data/new">
          {words.data.newDataSet}
        </Button>
      </div>
      <p>{words.data.text}</p>
      {(rows.length > 0 || searched) && (
        <div>
          <ListControls
            searchLabel={words.data.search}
            q={q}
            sort={sort}
            sorts={words.data.sorts}
            onChange={(changed) =>
              navigate({
                search: (before) => ({ ...before, q: changed.q || undefined, sort: changed.sort }),
                replace: true,
              })
            }
          />
          <Tick
            label={words.data.onlyMine}
            checked={mine}
            onChange={(on) =>
              navigate({ search: (before) => ({ ...before, mine: on ? (true as const) : undefined }), replace: true })
            }
          />
        </div>
      )}
      <ul className="catalogue">
        {rows.map((dataSet) => (
          <Row key={dataSet.id} dataSet={dataSet} />
        ))}
      </ul>
      {rows.length === 0 && <p className="quiet">{q ? words.noMatch(q) : words.data.example}</p>}
      {list.hasNextPage && (
        <Button variant="default" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Page>
  );
}

import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { SurveyInList } from "../../api/types";
import { create, surveys } from "../data/surveys";
import { Failure } from "../frame/Failure";
import { ListControls } from "../frame/ListControls";
import { Page } from "../frame/Page";
import { count } from "../numbers/format";
import { freshDraft } from "../parts/draft/draft";
import { words } from "../words/words";
import "./home.css";
import { EmptyHome } from "./EmptyHome";
import { ImportFile } from "./ImportFile";
import { Jobs } from "./Jobs";
import { reportsIn, SurveyRow } from "./SurveyRow";

function title(rows: readonly SurveyInList[], searched: boolean): string {
  if (searched) return words.home.titleSearch;
  const open = rows.filter((survey) => survey.state === "open");
  const reports = open.reduce((total, survey) => total + reportsIn(survey), 0);
  return open.length > 0 ? words.home.titleOpen(open.length, count(reports)) : words.home.titleQuiet;
}

function NewSurvey() {
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: () => create(freshDraft()),
    onSuccess: ({ id }) => navigate({ to: "/surveys/$id/build", params: { id } }),
  });
  return (
    <div>
      <Button disabled={creation.isPending} onClick={() => creation.mutate()}>
        {creation.isPending ? words.home.creating : words.home.newSurvey}
      </Button>
      <Failure error={creation.error} />
    </div>
  );
}

function Start() {
  return (
    <div className="actions">
      <NewSurvey />
      <ImportFile />
    </div>
  );
}

type Archived = "no" | "yes" | "all";

function Shown({ archived }: { archived: Archived }) {
  const navigate = useNavigate({ from: "/" });
  const isChoice = (value: string): value is Archived => value in words.home.archivedChoices;
  return (
    <NativeSelect
      className="shown-surveys"
      label={words.home.archived}
      value={archived}
      data={Object.entries(words.home.archivedChoices).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget: { value } }) =>
        navigate({
          search: (before) => ({ ...before, archived: isChoice(value) && value !== "no" ? value : undefined }),
          replace: true,
        })
      }
    />
  );
}

export function Home() {
  const search = useSearch({ from: "/signed-in/" });
  const navigate = useNavigate({ from: "/" });
  const q = search.q ?? "";
  const sort = search.sort ?? "-updated_at";
  const archived = search.archived ?? "no";
  const list = useInfiniteQuery({ ...surveys({ q, sort, archived }), placeholderData: (previous) => previous });
  const rows = list.data?.pages.flatMap((page) => page.results) ?? [];
  if (list.isPending) return <p className="quiet">{words.loading}</p>;
  if (list.isError) return <Failure error={list.error} retry={() => list.refetch()} />;
  if (rows.length === 0 && q === "" && archived === "no") {
    return (
      <Page title={words.home.titleEmpty}>
        <EmptyHome start={<Start />} />
        <Shown archived={archived} />
      </Page>
    );
  }
  const heading = title(rows, q !== "");
  return (
    <Page title={heading}>
      <div className="page-head">
        <h1>{heading}</h1>
        <Start />
      </div>
      <div className="home-controls">
        <ListControls
          searchLabel={words.home.searchSurveys}
          q={q}
          sort={sort}
          sorts={words.home.sorts}
          onChange={(changed) =>
            navigate({
              search: (before) => ({ ...before, q: changed.q || undefined, sort: changed.sort }),
              replace: true,
            })
          }
        />
        <Shown archived={archived} />
      </div>
      <ul className="survey-list">
        {rows.map((survey) => (
          <SurveyRow key={survey.id} survey={survey} />
        ))}
      </ul>
      {rows.length === 0 && <p className="quiet">{q ? words.noMatch(q) : words.home.nothingArchived}</p>}
      {list.hasNextPage && (
        <Button variant="default" onClick={() => list.fetchNextPage()} disabled={list.isFetchingNextPage}>
          {words.more}
        </Button>
      )}
      <Jobs />
    </Page>
  );
}

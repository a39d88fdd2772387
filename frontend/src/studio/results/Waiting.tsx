import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Collecting } from "../../api/types";
import { linkTo } from "../data/address";
import { survey as surveyQuery } from "../data/surveys";
import { CopyButton } from "../frame/CopyButton";
import { Page } from "../frame/Page";
import { whyWaiting } from "../parts/results/sentence";
import { words } from "../words/words";

/** Fewer reports than may be shown: says how many are needed, and nothing about what they say. */
export function Waiting({ id, collecting }: { id: string; collecting: Collecting | undefined }) {
  const { data: survey } = useQuery(surveyQuery(id));
  const published = (survey?.versions.length ?? 0) > 0;
  const title = published ? words.results.collectingTitle : words.results.unpublishedTitle;
  const link = linkTo(survey?.slug ?? "");
  return (
    <Page title={title}>
      <div className="empty">
        <p className="quiet">{survey?.title}</p>
        <h1>{title}</h1>
        <p>{published && collecting ? whyWaiting(collecting) : words.results.unpublishedText}</p>
        {published && survey?.state === "open" && (
          <div className="link-line">
            <span className="quiet">{words.results.shareLink}</span> <a href={link}>{link}</a>
            <CopyButton text={link} label={words.build.copyLink} />
          </div>
        )}
        <p>
          <Link to="/surveys/$id/build" params={{ id }}>
            {words.results.toBuild}
          </Link>
        </p>
      </div>
    </Page>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { linkTo } from "../data/address";
import type { May } from "../data/people";
import { close } from "../data/surveys";
import { Confirm } from "../frame/Confirm";
import { CopyButton } from "../frame/CopyButton";
import { Failure } from "../frame/Failure";
import { count } from "../numbers/format";
import { words } from "../words/words";

function Close({ survey, number }: { survey: Survey; number: number }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const closed = useMutation({
    mutationFn: () => close(survey.id, number),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ["survey", survey.id] });
    },
  });
  return (
    <>
      <button type="button" className="text-button refuse" onClick={() => setAsking(true)}>
        {words.build.close}
      </button>
      <Confirm
        opened={isAsking}
        title={words.build.closeTitle}
        yes={closed.isPending ? words.build.closing : words.build.closeNow}
        destructive
        busy={closed.isPending}
        onYes={() => closed.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.build.closeText}</p>
        <Failure error={closed.error} />
      </Confirm>
    </>
  );
}

/** What one sees once a survey is published: where people answer, and how to stop. */
export function VersionLine({ survey, may }: { survey: Survey; may: May }) {
  const newest = survey.versions.at(-1);
  if (!newest) return null;
  const open = survey.versions.find((version) => version.state !== "closed");
  const link = linkTo(survey.slug);
  const reports = words.home.reports(count(newest.reports), newest.reports);
  return (
    <section className="version" aria-labelledby="version">
      <h2 id="version">
        {open ? words.build.openTitle : words.build.closedTitle}{" "}
        <span className="quiet">
          {words.build.version(newest.number)} · {reports}
        </span>
      </h2>
      {open && (
        <div className="link-line">
          <span className="quiet">{words.build.link}</span> <a href={link}>{link}</a>
          <CopyButton text={link} label={words.build.copyLink} />
        </div>
      )}
      <p className="ways">
        {may("survey.results") && (
          <Link to="/surveys/$id/results" params={{ id: survey.id }}>
            {words.build.seeResults}
          </Link>
        )}
        <Link to="/surveys/$id/share" params={{ id: survey.id }}>
          {words.share.nav}
        </Link>
        {open && may("survey.close") && <Close survey={survey} number={open.number} />}
      </p>
      {may("survey.publish") && <p className="quiet">{words.build.nextVersion(newest.number + 1)}</p>}
    </section>
  );
}

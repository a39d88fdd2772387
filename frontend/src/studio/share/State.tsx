import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Survey } from "../../api/types";
import type { May } from "../data/people";
import { pause, resume } from "../data/running";
import { close } from "../data/surveys";
import { Confirm } from "../frame/Confirm";
import { Failure } from "../frame/Failure";
import { count, moment } from "../numbers/format";
import { words } from "../words/words";

type Version = Survey["versions"][number];

function Facts({ version }: { version: Version }) {
  const { opens_at, closes_at, cap_reports, reports } = version;
  const facts = [
    words.share.version(version.number),
    words.home.reports(count(reports), reports),
    ...(opens_at ? [words.share.opens(moment(opens_at))] : []),
    ...(closes_at ? [words.share.closes(moment(closes_at))] : []),
    ...(cap_reports ? [words.share.cap(count(cap_reports))] : []),
    ...(version.state !== "closed" && !closes_at && !cap_reports ? [words.share.noEnd] : []),
  ];
  return (
    <>
      <p role="status">{facts.join(" · ")}</p>
      {cap_reports && <p className="quiet">{words.share.capExact}</p>}
    </>
  );
}

function Acts({ survey, version, may }: { survey: Survey; version: Version; may: May }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: ["survey", survey.id] });
  const paused = version.state === "paused";
  const request = useMutation({
    mutationFn: () => (paused ? resume : pause)(survey.id, version.number),
    onSuccess: again,
  });
  const closed = useMutation({
    mutationFn: () => close(survey.id, version.number),
    onSuccess: async () => {
      setAsking(false);
      await again();
    },
  });
  return (
    <>
      <div className="actions">
        {may("survey.pause") && (
          <Button variant={paused ? "filled" : "default"} disabled={request.isPending} onClick={() => request.mutate()}>
            {paused ? words.share.resume : words.share.pause}
          </Button>
        )}
        {may("survey.close") && (
          <button type="button" className="text-button refuse" onClick={() => setAsking(true)}>
            {words.share.close}
          </button>
        )}
      </div>
      <p className="quiet">{paused ? words.share.pausedText : words.share.pauseText}</p>
      <Failure error={request.error} />
      <Confirm
        opened={isAsking}
        title={words.share.closeTitle}
        yes={words.share.closeNow}
        destructive
        busy={closed.isPending}
        onYes={() => closed.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.share.closeText}</p>
        <Failure error={closed.error} />
      </Confirm>
    </>
  );
}

/** Whether answers are taken now, why not, and how to change that. */
export function State({ survey, may }: { survey: Survey; may: May }) {
  const newest = survey.versions.at(-1);
  if (!newest) {
    return (
      <section>
        <p>{words.share.draftText}</p>
      </section>
    );
  }
  return (
    <section>
      <Facts version={newest} />
      {newest.state !== "closed" && (may("survey.pause") || may("survey.close")) && (
        <Acts survey={survey} version={newest} may={may} />
      )}
    </section>
  );
}

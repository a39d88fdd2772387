import { Button, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { FileVersion } from "../../api/types";
import { dataSet, dropUpload, versions } from "../data/datasets";
import { CodedText } from "../frame/CodedText";
import { Confirm } from "../frame/Confirm";
import { FailedPage } from "../frame/FailedPage";
import { Failure, sentenceFor } from "../frame/Failure";
import { count } from "../numbers/format";
import { AboutDataSet } from "../parts/AboutDataSet";
import { words } from "../words/words";
import { Declare } from "./Declare";
import "./datasets.css";
import { OutsideCells } from "./OutsideCells";
import { hasSettings, ReadAs } from "./ReadAs";
import { SendFile } from "./SendFile";

type Stage = keyof typeof words.data.fileTitle;

function stageOf(version: FileVersion | undefined): Stage {
  if (!version) return "none";
  if (version.progress?.state === "failed" || version.progress?.state === "cancelled") return "failed";
  if (version.state !== "draft") return version.state;
  return version.upload.state === "gone" ? "loaded" : version.upload.state;
}

/** A load that failed says so by a code alone, which nothing below explains. */
function whyFailed(code: string): string {
  const ofLoad: Readonly<Record<string, string>> = words.data.loadFailed;
  return (Object.hasOwn(ofLoad, code) ? ofLoad[code] : sentenceFor(code)) ?? words.refusals.server;
}

/** Whether the columns are declared now: also after a load that failed, which leaves the file as it was. */
function isDeclared(version: FileVersion, stage: Stage): boolean {
  return stage === "found" || (stage === "failed" && version.state === "draft" && version.upload.state === "found");
}

function AtWork({ version }: { version: FileVersion }) {
  const { done, total } = version.progress ?? { done: 0, total: 0 };
  return (
    <div className="at-work">
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={words.data.fileTitle.looking} />
      <p aria-live="polite">{words.data.rowsRead(count(done))}</p>
    </div>
  );
}

function Refused({ id, version }: { id: string; version: FileVersion }) {
  const { refusal } = version.upload;
  return (
    <>
      {refusal && (
        <div className="failure" role="alert">
          <p>
            <strong>
              <CodedText reasons={refusal.reasons.filter(({ at }) => at === "place")} english={refusal.place} />
            </strong>
            {words.colon}
            <CodedText reasons={refusal.reasons.filter(({ at }) => at === "detail")} english={refusal.detail} />
          </p>
        </div>
      )}
      {hasSettings(version.format?.kind) && <ReadAs id={id} version={version} />}
    </>
  );
}

function Loaded({ id, version, onNew }: { id: string; version: FileVersion; onNew: () => void }) {
  return (
    <>
      {version.counted && <p>{words.data.kept(count(version.counted.kept), count(version.counted.read))}</p>}
      {version.counted && <OutsideCells columns={version.columns} counted={version.counted} />}
      {version.left_out.length > 0 && <p>{words.data.leftOut(version.left_out)}</p>}
      <p className="quiet">{words.data.onlyYou}</p>
      <div className="actions">
        <Link to="/data/$id" params={{ id }}>
          {words.data.toDataSet}
        </Link>
        <Button variant="default" onClick={onNew}>
          {words.data.newVersion}
        </Button>
      </div>
    </>
  );
}

function Drop({ id, version }: { id: string; version: FileVersion }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const dropped = useMutation({
    mutationFn: () => dropUpload(id, version.upload.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["datasets", id] }),
  });
  return (
    <>
      <button type="button" className="text-button refuse" onClick={() => setAsking(true)}>
        {words.data.dropFile}
      </button>
      <Confirm
        opened={isAsking}
        title={words.data.dropTitle}
        yes={words.data.dropFile}
        destructive
        busy={dropped.isPending}
        onYes={() => dropped.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.data.dropText}</p>
        <Failure error={dropped.error} />
      </Confirm>
    </>
  );
}

/** Is the file in, and does every column say what it means? */
export function FilePage() {
  const { id } = useParams({ from: "/signed-in/data/$id/file" });
  const { data: about } = useQuery(dataSet(id));
  const { data, error, refetch } = useQuery(versions(id));
  const [isNew, setNew] = useState(false);
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const newest = data.results[0];
  const version = isNew && newest?.state === "loaded" ? undefined : newest;
  const stage = stageOf(version);
  const title = words.data.fileTitle[stage];
  return (
    <AboutDataSet id={id} back={about?.name} title={title}>
      {(stage === "none" || stage === "receiving") && (
        <SendFile id={id} begun={stage === "receiving" ? (version?.upload ?? null) : null} />
      )}
      {version && (stage === "looking" || stage === "loading") && <AtWork version={version} />}
      {version && stage === "refused" && <Refused id={id} version={version} />}
      {version && stage === "failed" && <p className="failure">{whyFailed(version.progress?.error ?? "")}</p>}
      {version && isDeclared(version, stage) && (
        // Read in another way the file has other columns, and the page need not have seen it being read.
        <Declare key={`${version.id} ${JSON.stringify(version.format)}`} id={id} version={version} />
      )}
      {version && stage === "loaded" && <Loaded id={id} version={version} onNew={() => setNew(true)} />}
      {version && version.state === "draft" && <Drop id={id} version={version} />}
    </AboutDataSet>
  );
}

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refusal } from "../../api/refusal";
import type { DeclaredColumn, FileVersion } from "../../api/types";
import { declareColumns, loadVersion, versions } from "../data/datasets";
import { keep } from "../data/memory";
import { Failure } from "../frame/Failure";
import { count } from "../numbers/format";
import { isDeclared } from "../parts/columns";
import { words } from "../words/words";
import { ColumnFields } from "./ColumnFields";
import { Leakage } from "./Leakage";
import { OutsideCells } from "./OutsideCells";
import { ReadAs } from "./ReadAs";

/** The server's words about one column: {"columns.3.minimum": "..."} gives {"minimum": "..."} for the fourth. */
function faultsOf(error: unknown, place: number): Record<string, string> {
  if (!(error instanceof Refusal)) return {};
  const start = `columns.${place}.`;
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([path, fault]) =>
      path.startsWith(start) ? [[path.slice(start.length), fault]] : [],
    ),
  );
}

/** What does each column mean? */
export function Declare({ id, version }: { id: string; version: FileVersion }) {
  const [columns, setColumns] = useState<readonly DeclaredColumn[]>(version.columns);
  const [revision, setRevision] = useState(version.revision);
  const queries = useQueryClient();
  const kept = async () => {
    const saved = await declareColumns(id, version.number, columns, revision);
    setRevision(saved.revision);
    await keep(queries, versions(id).queryKey, (before) =>
      before ? { ...before, results: before.results.map((each) => (each.id === saved.id ? saved : each)) } : before,
    );
  };
  const save = useMutation({ mutationFn: kept });
  const load = useMutation({
    mutationFn: async (acceptsLosses: boolean) => {
      await kept();
      return loadVersion(id, version.number, acceptsLosses);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["datasets", id] }),
  });
  const open = columns.filter((column) => !isDeclared(column)).length;
  const error = load.error ?? save.error;
  const change = (place: number, column: DeclaredColumn) => {
    save.reset();
    setColumns(columns.map((each, at) => (at === place ? column : each)));
  };
  return (
    <form
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        load.mutate(false);
      }}
    >
      {version.counted && (
        <div className="failure" role="alert">
          <p>{words.data.wouldLose(count(version.counted.kept), count(version.counted.read))}</p>
          <OutsideCells columns={version.columns.filter((column) => !column.left_out)} counted={version.counted} />
          <Button variant="default" disabled={load.isPending || open > 0} onClick={() => load.mutate(true)}>
            {words.data.loadAllTheSame}
          </Button>
        </div>
      )}
      {version.upload.found && version.format && (
        <p>{words.data.readRows(count(version.upload.found.rows), words.data.kinds[version.format.kind ?? "csv"])}</p>
      )}
      <ReadAs id={id} version={version} />
      <p>{words.data.declareText}</p>
      {columns.map((column, index) => (
        <ColumnFields
          key={column.name_in_file}
          column={column}
          values={version.upload.found?.values[index] ?? []}
          signs={version.upload.found?.signs[index] ?? []}
          notations={version.upload.found?.notations[index] ?? []}
          faults={faultsOf(error, index)}
          onChange={(changed) => change(index, changed)}
        />
      ))}
      <Leakage
        id={id}
        number={version.number}
        columns={columns.filter((column) => !column.left_out)}
        open={open}
        save={kept}
        onChange={(changed) =>
          change(
            columns.findIndex(({ name, left_out }) => name === changed.name && !left_out),
            changed,
          )
        }
      />
      <Failure error={error} />
      <p aria-live="polite" className="quiet">
        {save.isSuccess ? words.data.saved : open > 0 ? words.data.notDeclared(open) : ""}
      </p>
      <div className="actions">
        <Button type="submit" disabled={load.isPending || open > 0}>
          {words.data.load}
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={() => save.mutate()}>
          {words.data.save}
        </Button>
      </div>
    </form>
  );
}

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DeclaredColumn, FileVersion } from "../../api/types";
import { cells, declareColumns, loadVersion, versions } from "../data/datasets";
import { keep } from "../data/memory";
import { Failure } from "../frame/Failure";
import { count } from "../numbers/format";
import { openFields } from "../parts/columns";
import { words } from "../words/words";
import { ColumnFields } from "./ColumnFields";
import { Hints } from "./Hints";
import { Leakage } from "./Leakage";
import { OutsideCells } from "./OutsideCells";
import { ReadAs } from "./ReadAs";

/** Which columns are not declared yet and what they lack; a name leads to the first field that is open. */
function NotDeclared({ columns }: { columns: readonly DeclaredColumn[] }) {
  const open = columns.flatMap((column, place) => {
    const fields = openFields(column);
    return fields[0] ? [{ name: column.name_in_file ?? column.name, fields, at: `columns.${place}.${fields[0]}` }] : [];
  });
  const fieldNames = { ...words.data, name: words.data.columnName };
  if (open.length === 0) return null;
  return (
    <>
      <p>{words.data.notDeclared(open.length)}</p>
      <ul>
        {open.map(({ name, fields, at }) => (
          <li key={at}>
            <button
              type="button"
              className="text-button"
              onClick={() => document.querySelector<HTMLElement>(`[data-field="${at}"]`)?.focus()}
            >
              {name}
            </button>
            <span className="quiet"> {fields.map((field) => fieldNames[field]).join(words.listComma)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What does each column mean? */
export function Declare({ id, version }: { id: string; version: FileVersion }) {
  const [columns, setColumns] = useState<readonly DeclaredColumn[]>(version.columns);
  const [revision, setRevision] = useState(version.revision);
  const queries = useQueryClient();
  const { data: seen } = useQuery(cells(id, version));
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
  const open = columns.filter((column) => openFields(column).length > 0).length;
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
      {seen?.columns.length === 0 && <p className="quiet">{words.data.noCells}</p>}
      <Hints columns={columns} />
      {columns.map((column, index) => (
        <ColumnFields
          key={column.name_in_file}
          at={`columns.${index}`}
          column={column}
          cells={seen?.columns[index] ?? []}
          hasIds={version.upload.found?.ids[index] ?? false}
          values={version.upload.found?.values[index] ?? []}
          signs={version.upload.found?.signs[index] ?? []}
          notations={version.upload.found?.notations[index] ?? []}
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
      <div aria-live="polite">
        {save.isSuccess && <p className="quiet">{words.data.saved}</p>}
        <NotDeclared columns={columns} />
      </div>
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

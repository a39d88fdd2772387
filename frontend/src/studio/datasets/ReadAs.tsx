import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FileVersion } from "../../api/types";
import { readAs } from "../data/datasets";
import { Failure } from "../frame/Failure";
import { known } from "../parts/columns";
import { words } from "../words/words";

const ENCODINGS = [
  "utf-8",
  "utf-16",
  "gb18030",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "cp874",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-9",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "cp437",
  "cp850",
  "cp852",
  "cp866",
  "mac-roman",
] as const;
const GUESSED = "windows-1252"; // any file can be read so: no byte tells that it is right
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The file is read again as its owner says, where what was detected is not right. */
export function ReadAs({ id, version }: { id: string; version: FileVersion }) {
  const { format, upload } = version;
  const [encoding, setEncoding] = useState(known(ENCODINGS, format?.encoding ?? ""));
  const [delimiter, setDelimiter] = useState(known(DELIMITERS, format?.delimiter ?? ""));
  const [sheet, setSheet] = useState(format?.sheet ?? "");
  const queries = useQueryClient();
  const sheets = upload.found?.sheets ?? [];
  const isText = format === null || format.kind === "csv" || format.kind === "tsv";
  const again = useMutation({
    mutationFn: () =>
      readAs(
        id,
        version.number,
        isText ? { kind: delimiter === "\t" ? "tsv" : "csv", encoding, delimiter } : { sheet },
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["datasets", id] }),
  });
  if (!isText && sheets.length < 2) return null;
  return (
    <div className="in-line read-as">
      {isText && (
        <>
          <NativeSelect
            label={words.data.encoding}
            value={encoding}
            data={[...ENCODINGS]}
            onChange={(chosen) => setEncoding(known(ENCODINGS, chosen.currentTarget.value))}
          />
          <NativeSelect
            label={words.data.delimiter}
            value={delimiter}
            data={DELIMITERS.map((value) => ({ value, label: words.data.delimiters[value] }))}
            onChange={(chosen) => setDelimiter(known(DELIMITERS, chosen.currentTarget.value))}
          />
        </>
      )}
      {sheets.length > 1 && (
        <NativeSelect
          label={words.data.sheet}
          value={sheet || sheets[0]}
          data={sheets}
          onChange={(chosen) => setSheet(chosen.currentTarget.value)}
        />
      )}
      <Button variant="default" disabled={again.isPending} onClick={() => again.mutate()}>
        {words.data.readAgain}
      </Button>
      {isText && format?.encoding === GUESSED && <p className="quiet">{words.data.encodingGuessed}</p>}
      <Failure error={again.error} />
    </div>
  );
}

import { Button, NativeSelect, NumberInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FileFormat, FileVersion } from "../../api/types";
import { readAs } from "../data/datasets";
import { Failure } from "../frame/Failure";
import { known } from "../parts/columns";
import { words } from "../words/words";

const ENCODINGS = [
  "utf-8",
  "utf-16",
  "utf-16-le",
  "utf-16-be",
  "utf-32",
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
const CERTAIN = /^utf-/; // a file says that it is one of these, or has only bytes that fit
const MOST_ROWS = 1_048_576;
const DELIMITERS = [",", ";", "\t", "|"] as const;

const STATISTICAL = ["sav", "por", "dta", "sas7bdat", "xpt"] as const;
const VALUES = ["labels", "codes"] as const;
const CHOICES = ["", ...ENCODINGS] as const; // the first: as the file states

/** Whether a file of this kind can be read in more than one way; one of no known kind is read as text. */
export function hasSettings(kind: FileFormat["kind"]): boolean {
  return (
    kind === undefined || kind === "csv" || kind === "tsv" || kind === "xlsx" || statisticalKind(kind) !== undefined
  );
}

/** The kind of a file of SPSS, Stata or SAS, by its kind or the ending of its name. */
function statisticalKind(ending: string) {
  return STATISTICAL.find((kind) => kind === { zsav: "sav", xport: "xpt" }[ending] || kind === ending);
}

interface ReadAsProps {
  id: string;
  version: FileVersion;
}

/** The file is read again as its owner says, where what was detected is not right. */
export function ReadAs({ id, version }: ReadAsProps) {
  const { format, upload } = version;
  const statistical = statisticalKind(format?.kind ?? upload.name.split(".").pop()?.toLowerCase() ?? "");
  if (statistical) return <ReadStatistical id={id} version={version} kind={statistical} />;
  if (!hasSettings(format?.kind)) return null;
  return <ReadTable id={id} version={version} />;
}

/** A file of SPSS, Stata or SAS: its texts in another encoding than it states, its values by labels or by codes. */
function ReadStatistical({ id, version, kind }: ReadAsProps & { kind: (typeof STATISTICAL)[number] }) {
  const { format } = version;
  const [encoding, setEncoding] = useState(known(CHOICES, format?.encoding ?? ""));
  const [values, setValues] = useState(known(VALUES, format?.values ?? ""));
  const again = useReadAs(id, version);
  return (
    <div className="in-line read-as">
      <NativeSelect
        label={words.data.encoding}
        data-field="format.encoding"
        value={encoding}
        data={[{ value: "", label: words.data.encodingOfFile }, ...ENCODINGS]}
        onChange={(chosen) => setEncoding(known(CHOICES, chosen.currentTarget.value))}
      />
      <NativeSelect
        label={words.data.valuesBy}
        data-field="format.values"
        value={values}
        data={VALUES.map((value) => ({ value, label: words.data.valuesByOf[value] }))}
        onChange={(chosen) => setValues(known(VALUES, chosen.currentTarget.value))}
      />
      <Button variant="default" disabled={again.isPending} onClick={() => again.mutate({ kind, encoding, values })}>
        {words.data.readAgain}
      </Button>
      {format?.encoding && !CERTAIN.test(format.encoding) && (
        <p className="quiet">{words.data.encodingGuessed(format.encoding)}</p>
      )}
      <Failure error={again.error} />
    </div>
  );
}

function useReadAs(id: string, version: FileVersion) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (format: FileFormat) => readAs(id, version.number, format),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["datasets", id] }),
  });
}

function ReadTable({ id, version }: ReadAsProps) {
  const { format, upload } = version;
  const [encoding, setEncoding] = useState(known(ENCODINGS, format?.encoding ?? ""));
  const [delimiter, setDelimiter] = useState(known(DELIMITERS, format?.delimiter ?? ""));
  const [sheet, setSheet] = useState(format?.sheet ?? "");
  const [headerRow, setHeaderRow] = useState<number | null>(null); // null: as proposed
  const row = format?.header_row ?? 0;
  const isSameTable = sheet === (format?.sheet ?? "") && delimiter === format?.delimiter;
  const stated = headerRow ?? (isSameTable ? row : 0); // of another table the row is proposed anew
  const sheets = upload.found?.sheets ?? [];
  const isText = format === null || format.kind === "csv" || format.kind === "tsv";
  const again = useReadAs(id, version);
  const readAgain = () =>
    again.mutate({
      ...(isText ? { kind: delimiter === "\t" ? "tsv" : "csv", encoding, delimiter } : { sheet }),
      ...(stated > 0 && { header_row: stated }),
    });
  return (
    <div className="in-line read-as">
      {isText && (
        <>
          <NativeSelect
            label={words.data.encoding}
            data-field="format.encoding"
            value={encoding}
            data={[...ENCODINGS]}
            onChange={(chosen) => setEncoding(known(ENCODINGS, chosen.currentTarget.value))}
          />
          <NativeSelect
            label={words.data.delimiter}
            data-field="format.delimiter"
            value={delimiter}
            data={DELIMITERS.map((value) => ({ value, label: words.data.delimiters[value] }))}
            onChange={(chosen) => setDelimiter(known(DELIMITERS, chosen.currentTarget.value))}
          />
        </>
      )}
      {sheets.length > 1 && (
        <NativeSelect
          label={words.data.sheet}
          data-field="format.sheet"
          value={sheet || sheets[0]}
          data={sheets}
          onChange={(chosen) => setSheet(chosen.currentTarget.value)}
        />
      )}
      <NumberInput
        label={isText ? words.data.headerLine : words.data.headerRow}
        data-field="format.header_row"
        min={1}
        max={MOST_ROWS}
        hideControls
        value={headerRow ?? (row || 1)}
        onChange={(typed) => setHeaderRow(Math.max(1, Math.floor(Number(typed) || 1)))}
      />
      <Button variant="default" disabled={again.isPending} onClick={readAgain}>
        {words.data.readAgain}
      </Button>
      {row > 1 && <p className="quiet">{isText ? words.data.aboveHeaderLine(row) : words.data.aboveHeaderRow(row)}</p>}
      {isText && format?.encoding && !CERTAIN.test(format.encoding) && (
        <p className="quiet">{words.data.encodingGuessed(format.encoding)}</p>
      )}
      <Failure error={again.error} />
    </div>
  );
}

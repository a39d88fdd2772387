import type { FileVersion } from "../../api/types";
import { count } from "../numbers/format";
import { words } from "../words/words";

interface OutsideCellsProps {
  columns: FileVersion["columns"];
  counted: NonNullable<FileVersion["counted"]>;
}

/** How many cells of each column lay outside its domain, and how many of the kept rows have none. */
export function OutsideCells({ columns, counted }: OutsideCellsProps) {
  const outside = columns.flatMap(({ name }, index) => {
    const cells = counted.outside[index] ?? 0;
    return cells > 0 ? [words.data.outsideCells(name, count(cells))] : [];
  });
  const missing = columns.flatMap(({ name }, index) => {
    const cells = counted.missing[index] ?? 0;
    return cells > 0 ? [words.data.missingCells(name, count(cells))] : [];
  });
  return (
    <>
      {outside.length === 0 && <p>{words.data.nothingOutside}</p>}
      <ul>
        {[...outside, ...missing].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

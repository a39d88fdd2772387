import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import type { Option } from "../../../api/types";
import { ServerMessage } from "../../frame/ServerMessage";
import { Tick } from "../../frame/Tick";
import { moved } from "../../parts/draft/draft";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { labelsIn, MOST_CHARACTERS, withOption, withPasted } from "./options";

type Kind = "option" | "choice" | "row" | "column" | "ranked";

/** How many of each kind there must be, and may be. */
const LEAST: Readonly<Record<Kind, number>> = { option: 2, choice: 2, column: 2, row: 1, ranked: 3 };
const MOST: Readonly<Record<Kind, number>> = { option: 1000, choice: 64, column: 11, row: 20, ranked: 5 };

interface OptionsEditorProps<One extends Option> {
  options: readonly One[];
  kind: Kind;
  where: string;
  fresh: (option: Option) => One;
  onChange: (options: One[]) => void;
}

interface OptionRowProps<One extends Option> {
  option: One;
  what: string;
  where: string;
  number: number;
  last: boolean;
  removable: boolean;
  isNew: boolean;
  onOption: (option: One) => void;
  onPaste: (labels: string[]) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function namesOf(kind: Kind) {
  const { options, option, addOption, columns, column, addColumn, rows, row, addRow } = words.items;
  if (kind === "row") return { title: rows, name: row, add: addRow };
  if (kind === "ranked") return { title: words.items.ranked, name: option, add: addOption };
  return kind === "column"
    ? { title: columns, name: column, add: addColumn }
    : { title: options, name: option, add: addOption };
}

function Alone<One extends Option>({
  option,
  what,
  onOption,
}: Pick<OptionRowProps<One>, "option" | "what" | "onOption">) {
  if (!("exclusive" in option)) return null;
  return (
    <Tick
      label={words.items.exclusive}
      name={words.items.exclusiveWhat(what)}
      checked={option.exclusive === true}
      onChange={(exclusive) => onOption({ ...option, exclusive })}
    />
  );
}

function OptionRow<One extends Option>(props: OptionRowProps<One>) {
  const { option, what, where, number, last, removable, isNew, onOption, onPaste, onMove, onRemove } = props;
  const label = useRef<HTMLInputElement>(null);
  const fault = useFault(`${where}.label`);
  useEffect(() => {
    if (isNew) label.current?.focus();
  }, [isNew]);
  function paste(pasted: ClipboardEvent) {
    const labels = labelsIn(pasted.clipboardData.getData("text/plain"));
    if (labels.length < 2) return;
    pasted.preventDefault();
    onPaste(labels);
  }
  const acts = [
    { name: words.items.upShort, heard: words.items.upWhat(what), disabled: number === 1, act: () => onMove(-1) },
    { name: words.items.downShort, heard: words.items.downWhat(what), disabled: last, act: () => onMove(1) },
    { name: words.items.remove, heard: words.items.removeWhat(what), disabled: !removable, act: onRemove },
  ];
  return (
    <li className={"exclusive" in option ? "option option-choice" : "option"}>
      <input
        ref={label}
        type="text"
        className="option-label"
        aria-label={what}
        aria-invalid={fault === undefined ? undefined : true}
        maxLength={MOST_CHARACTERS}
        value={option.label}
        onPaste={paste}
        onChange={(changed) => onOption({ ...option, label: changed.currentTarget.value })}
      />
      <span className="moves">
        <Alone option={option} what={what} onOption={onOption} />
        {acts.map(({ name, heard, disabled, act }) => (
          <button key={name} type="button" className="text-button" aria-label={heard} disabled={disabled} onClick={act}>
            {name}
          </button>
        ))}
      </span>
      <ServerMessage fault={fault} />
    </li>
  );
}

/** Answers, rows or columns: a list of labels in order. A pasted list becomes one entry a line. */
export function OptionsEditor<One extends Option>({ options, kind, where, fresh, onChange }: OptionsEditorProps<One>) {
  const [newest, setNewest] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const fault = useFault(where);
  const { title, name, add } = namesOf(kind);
  const prefix = kind === "row" ? "r" : "a";

  function addOne() {
    const next = withOption(options, prefix, fresh);
    setNewest(next.at(-1)?.id ?? null);
    onChange(next);
  }
  function remove(id: string) {
    onChange(options.filter((option) => option.id !== id));
    addButton.current?.focus(); // the button that had the focus is gone
  }
  return (
    <fieldset className="options">
      <legend>{title}</legend>
      {kind === "choice" && <p className="quiet">{words.items.exclusiveHint}</p>}
      <ol>
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            option={option}
            what={name(index + 1)}
            where={`${where}.${index}`}
            number={index + 1}
            last={index === options.length - 1}
            removable={options.length > LEAST[kind]}
            isNew={option.id === newest}
            onOption={(changed) => onChange(options.map((other) => (other.id === option.id ? changed : other)))}
            onPaste={(labels) => onChange(withPasted(options, index, labels, { prefix, most: MOST[kind], fresh }))}
            onMove={(by) => onChange(moved(options, option.id, by))}
            onRemove={() => remove(option.id)}
          />
        ))}
      </ol>
      <ServerMessage fault={fault} />
      <button
        ref={addButton}
        type="button"
        className="text-button"
        disabled={options.length >= MOST[kind]}
        onClick={addOne}
      >
        {add}
      </button>
      {(kind === "option" || kind === "choice") && <p className="quiet">{words.items.pasteHint}</p>}
    </fieldset>
  );
}

import type { HTMLAttributes, KeyboardEvent } from "react";
import type { Draft, Item, Plan } from "../../../api/types";
import { isQuestion } from "../../parts/draft/items";
import { placeOf } from "../../parts/draft/naming";
import { words } from "../../words/words";
import { useFaultsBelow } from "../faults";
import { Lockable } from "../Locked";
import { ItemNotes } from "./ImportNotes";
import { ItemActions } from "./ItemActions";
import { ItemFields } from "./ItemFields";
import { ItemSide } from "./ItemSide";
import { partnersOf } from "./pairs";
import type { Dragged } from "./useDrag";

interface ItemEntryProps {
  draft: Draft;
  item: Item;
  index: number;
  plan: Plan | undefined;
  open: boolean;
  isNew: boolean;
  dragged: Dragged | null;
  handle: HTMLAttributes<HTMLElement>;
  onOpen: () => void;
  onChange: (item: Item) => void;
  onMove: (by: 1 | -1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function Facts({ draft, item }: { draft: Draft; item: Item }) {
  const facts = [
    item.id,
    words.items.types[item.type],
    ...(item.show_if === "" ? [] : [words.items.onlyShown(item.show_if)]),
    ...partnersOf(draft, item.id).map(words.items.pairedWith),
  ];
  return <p className="item-facts quiet">{facts.join(" · ")}</p>;
}

function look(
  { item, index, open, dragged }: Pick<ItemEntryProps, "item" | "index" | "open" | "dragged">,
  count: number,
) {
  const drop = dragged && dragged.to !== dragged.from && dragged.to !== dragged.from + 1 ? dragged.to : null;
  return [
    "item",
    open ? "item-opened" : "",
    item.type === "page" ? "item-page" : "",
    dragged?.from === index ? "item-dragged" : "",
    drop === index ? "drop-before" : "",
    drop === count && index === count - 1 ? "drop-after" : "",
  ].join(" ");
}

/** One line while it is closed; opened, its fields, and beside them what it may send and what that costs. */
export function ItemEntry(props: ItemEntryProps) {
  const { draft, item, index, plan, open, isNew, handle, onOpen, onChange, onMove, onCopy, onRemove } = props;
  const faults = useFaultsBelow(`questions.${index}`);
  const what = placeOf(item, index + 1);
  const panel = `item-${item.id}`;
  function onKeyDown(key: KeyboardEvent) {
    if (!key.altKey || (key.key !== "ArrowUp" && key.key !== "ArrowDown")) return;
    key.preventDefault();
    onMove(key.key === "ArrowUp" ? -1 : 1);
  }
  return (
    <li className={look(props, draft.questions.length)} onKeyDown={onKeyDown}>
      <span className="item-number" title={words.items.drag} aria-hidden="true" {...handle}>
        {index + 1}
      </span>
      <div className="item-head">
        <h3>
          <button type="button" className="item-open" aria-expanded={open} aria-controls={panel} onClick={onOpen}>
            <span className="heard">{what}: </span>
            {item.text.trim() || <span className="quiet">{words.items.untexted}</span>}
          </button>
        </h3>
        <Facts draft={draft} item={item} />
        <ItemNotes item={item.id} />
        {!open && faults.length > 0 && (
          <p className="refuse" lang="en">
            {faults[0]}
          </p>
        )}
      </div>
      <div id={panel} className="item-panel" hidden={!open}>
        {open && (
          <Lockable>
            <div className={isQuestion(item) ? "item-body" : undefined}>
              <ItemFields draft={draft} item={item} index={index} isNew={isNew} onChange={onChange} />
              {isQuestion(item) && <ItemSide draft={draft} question={item} plan={plan} />}
            </div>
            <ItemActions
              what={what}
              first={index === 0}
              last={index === draft.questions.length - 1}
              onMove={onMove}
              onCopy={onCopy}
              onRemove={onRemove}
            />
          </Lockable>
        )}
      </div>
    </li>
  );
}

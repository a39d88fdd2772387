import { type ReactNode, useContext, useState } from "react";
import type { Draft, Item, Plan } from "../../../api/types";
import { changedItem, moved, type Removed, restored, withCopy, withoutItem } from "../../parts/draft/draft";
import type { ItemSlug } from "../../parts/draft/items";
import { placeOf } from "../../parts/draft/naming";
import { words } from "../../words/words";
import { withItem } from "../draft/newItem";
import { LockedContext } from "../Locked";
import { AddItem } from "./AddItem";
import { ItemEntry } from "./ItemEntry";
import { useDrag } from "./useDrag";

interface ItemsProps {
  draft: Draft;
  plan: Plan | undefined;
  onChange: (draft: Draft) => void;
  children: ReactNode;
}

/** Where the keyboard goes when what had the focus is gone. */
function focused(element: HTMLElement | null) {
  element?.focus();
}

function Undo({ removed, onUndo }: { removed: Removed; onUndo: () => void }) {
  const what = removed.item.text || placeOf(removed.item, removed.index + 1);
  return (
    <p className="undo" role="status">
      {words.items.removed(what)}{" "}
      <button key={removed.item.id} ref={focused} type="button" className="text-button" onClick={onUndo}>
        {words.items.undo}
      </button>
    </p>
  );
}

/** The questionnaire, one entry an item; the one being written is open. */
export function Items({ draft, plan, onChange, children }: ItemsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [newest, setNewest] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [message, setMessage] = useState("");
  const locked = useContext(LockedContext);
  const { list, dragged, handle } = useDrag((from, by) => {
    const item = draft.questions[from];
    if (item) move(item, by);
  });

  function show({ draft: next, item }: { draft: Draft; item: Item }) {
    setOpen(item.id);
    setNewest(item.id);
    onChange(next);
  }
  function add(type: ItemSlug) {
    show(withItem(draft, type, open));
  }
  function move(item: Item, by: number) {
    if (locked) return;
    const from = draft.questions.indexOf(item);
    const questions = moved(draft.questions, item.id, by);
    const index = questions.indexOf(item) + 1;
    setMessage(words.items.moved(placeOf(item, from + 1), index));
    onChange({ ...draft, questions });
  }
  function copy(item: Item) {
    const copied = withCopy(draft, item.id);
    if (copied) show(copied);
  }
  function remove(item: Item) {
    const left = withoutItem(draft, item.id);
    if (!left) return;
    setRemoved(left.removed);
    onChange(left.draft);
  }
  function undo(back: Removed) {
    onChange(restored(draft, back));
    setOpen(back.item.id);
    setNewest(back.item.id);
    setRemoved(null);
  }

  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{words.items.questions}</h2>
      {draft.questions.length === 0 && <p className="quiet">{words.items.noQuestions}</p>}
      {children}
      {draft.questions.length > 1 && !locked && <p className="quiet">{words.items.keys}</p>}
      <p className="heard" role="status">
        {message}
      </p>
      <ol className="items" ref={list}>
        {draft.questions.map((item, index) => (
          <ItemEntry
            key={item.id}
            draft={draft}
            item={item}
            index={index}
            plan={plan}
            open={item.id === open}
            isNew={item.id === newest}
            dragged={dragged}
            handle={handle(index)}
            onOpen={() => setOpen(item.id === open ? null : item.id)}
            onChange={(changed) => onChange(changedItem(draft, changed))}
            onMove={(by) => move(item, by)}
            onCopy={() => copy(item)}
            onRemove={() => remove(item)}
          />
        ))}
      </ol>
      {removed && <Undo removed={removed} onUndo={() => undo(removed)} />}
      {!locked && <AddItem onAdd={add} />}
    </section>
  );
}

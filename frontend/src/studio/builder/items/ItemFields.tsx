import { Textarea, TextInput } from "@mantine/core";
import { type FocusEvent, useEffect, useRef } from "react";
import type { Draft, Item } from "../../../api/types";
import { Tick } from "../../frame/Tick";
import { conditional } from "../../parts/draft/domain";
import { isQuestion } from "../../parts/draft/items";
import { placeOf } from "../../parts/draft/naming";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { itemType } from "../questions/all";
import { SkipFields } from "../questions/SkipFields";
import { ConditionEditor } from "./ConditionEditor";
import { Piping } from "./Piping";

interface ItemFieldsProps {
  draft: Draft;
  item: Item;
  index: number;
  isNew: boolean;
  onChange: (item: Item) => void;
}

interface TicksProps extends Pick<ItemFieldsProps, "draft" | "item" | "onChange"> {
  where: string;
}

function Ticks({ draft, item, where, onChange }: TicksProps) {
  return (
    <div>
      {isQuestion(item) && (
        <SkipFields
          question={item}
          mayBeUnasked={conditional(draft.questions).has(item.id)}
          where={where}
          onChange={onChange}
        />
      )}
      {"shuffle" in item && (
        <Tick
          label={item.type === "page" ? words.items.shufflePage : words.items.shuffle}
          checked={item.shuffle}
          onChange={(shuffle) => onChange({ ...item, shuffle })}
        />
      )}
    </div>
  );
}

/** Everything that is written of one item. A refusal stands at the field it is about. */
export function ItemFields({ draft, item, index, isNew, onChange }: ItemFieldsProps) {
  const where = `questions.${index}`;
  const { textLabel, Fields } = itemType(item.type);
  const helpFault = useFault(`${where}.help`);
  const text = useRef<HTMLTextAreaElement>(null);
  const written = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  useEffect(() => {
    if (isNew) text.current?.focus();
  }, [isNew]);
  function remember({ target }: FocusEvent) {
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
    if (isText && target.dataset.pipes !== "no") written.current = target;
  }
  return (
    <fieldset className="item-fields" aria-label={placeOf(item, index + 1)} onFocus={remember}>
      <Textarea
        ref={text}
        label={textLabel?.() ?? words.items.questionText}
        rows={2}
        maxLength={500}
        value={item.text}
        error={useFault(`${where}.text`)}
        onChange={(changed) => onChange({ ...item, text: changed.currentTarget.value })}
      />
      {item.type !== "page" && (
        <TextInput
          label={words.items.help}
          maxLength={500}
          value={item.help}
          error={helpFault}
          onChange={(changed) => onChange({ ...item, help: changed.currentTarget.value })}
        />
      )}
      {Fields && <Fields item={item} where={where} onChange={onChange} />}
      <Ticks draft={draft} item={item} where={where} onChange={onChange} />
      <ConditionEditor draft={draft} item={item} where={where} onChange={onChange} />
      <Piping draft={draft} item={item} into={() => written.current ?? text.current} />
    </fieldset>
  );
}

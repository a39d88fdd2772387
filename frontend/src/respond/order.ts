import { type Entropy, uniformBelow } from "../privacy/entropy";
import { type Sheet, sheetsOf } from "./flow";
import type { Definition, Item, Option } from "./version/definition";
import { isQuestion } from "./version/definition";

/**
 * The order of each item whose order is drawn: the places of its options, of what it ranks, or of the questions of its page, as shown.
 */
export type Orders = ReadonlyMap<string, readonly number[]>;

/** Draw every order there is, when the page loads and before anything is answered. */
export function drawOrders(definition: Definition, entropy: Entropy): Orders {
  const orders = new Map<string, readonly number[]>();
  for (const item of definition.items) {
    const listed = isQuestion(item) ? (item.options ?? item.rows) : undefined;
    if (listed && item.shuffle) orders.set(item.id, shuffled(fixedPlaces(listed), entropy));
  }
  for (const { heading, items } of sheetsOf(definition)) {
    if (!heading?.shuffle) continue;
    orders.set(
      heading.id,
      shuffled(
        items.map((item) => !isQuestion(item) || item.showIf !== null),
        entropy,
      ),
    );
  }
  return orders;
}

/** The items in the order drawn for them; as they stand when none was. */
export function ordered<T>(items: readonly T[], order: readonly number[] | undefined): readonly T[] {
  if (order === undefined) return items;
  return order.map((place) => items[place]).filter((item): item is T => item !== undefined);
}

/** What stands on a page, in the order drawn for it, of which some may not be this person's. */
export function itemsInOrder({ heading, items }: Sheet, definition: Definition, orders: Orders): readonly Item[] {
  const order = heading === null ? undefined : orders.get(heading.id);
  if (order === undefined) return items;
  const all = sheetsOf(definition).find((sheet) => sheet.heading === heading)?.items ?? items;
  return ordered(all, order).filter((item) => items.includes(item));
}

/** Exclusive options ("None of these") keep their place, as do notes and questions with a condition. */
function fixedPlaces(options: readonly Option[]): readonly boolean[] {
  return options.map((option) => option.exclusive);
}

/** A uniform order of the places that are not fixed (Fisher and Yates). */
function shuffled(fixed: readonly boolean[], entropy: Entropy): readonly number[] {
  const places = fixed.map((_, index) => index);
  const free = places.filter((place) => fixed[place] === false);
  const drawn = [...free];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const other = uniformBelow(last + 1, entropy);
    const [left, right] = [drawn[last] ?? 0, drawn[other] ?? 0];
    drawn[last] = right;
    drawn[other] = left;
  }
  free.forEach((place, turn) => {
    places[place] = drawn[turn] ?? place;
  });
  return places;
}

import { type PointerEvent, useRef, useState } from "react";

export interface Dragged {
  from: number;
  /** Place in the list before which it would land; the length of the list for its end. */
  to: number;
}

/** Drag an entry of a list by a handle, with mouse, pen or finger. Escape, or leaving it where it is, changes nothing. */
export function useDrag(onDrop: (from: number, by: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);

  function placeAt(y: number): number {
    const entries = [...(list.current?.children ?? [])].map((entry) => entry.getBoundingClientRect());
    const below = entries.findIndex((box) => y < box.top + box.height / 2);
    return below < 0 ? entries.length : below;
  }

  const handle = (from: number) => ({
    onPointerDown: (pointer: PointerEvent<HTMLElement>) => {
      if (pointer.button !== 0) return;
      pointer.preventDefault(); // else a mouse selects text
      pointer.currentTarget.setPointerCapture(pointer.pointerId);
      setDragged({ from, to: from });
    },
    onPointerMove: (pointer: PointerEvent<HTMLElement>) => {
      if (dragged) setDragged({ from, to: placeAt(pointer.clientY) });
    },
    onPointerUp: () => {
      setDragged(null);
      if (!dragged) return;
      const by = dragged.to > from ? dragged.to - from - 1 : dragged.to - from;
      if (by !== 0) onDrop(from, by);
    },
    onPointerCancel: () => setDragged(null),
  });

  return { list, dragged, handle };
}

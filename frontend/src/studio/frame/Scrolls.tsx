import type { ReactNode } from "react";

/** A place of its own for what may be wider than the page: it scrolls sideways, by keyboard too. */
export function Scrolls({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

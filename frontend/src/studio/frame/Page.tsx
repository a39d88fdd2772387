import { type ReactNode, useEffect } from "react";
import { words } from "../words/words";

/** A page and its title: the sentence that answers the page's question, in the tab too. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return <div className="page">{children}</div>;
}

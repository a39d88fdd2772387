import { Link } from "@tanstack/react-router";
import type { Person } from "../../api/types";
import { words } from "../words/words";
import "./notice.css";

/** Stands on every page until it is done: who may do most is worth stealing most. */
export function Notice({ person }: { person: Person }) {
  if (!person.is_administrator || person.second_factor) return null;
  return (
    <aside className="notice" aria-label={words.own.noticeTitle}>
      <p>
        <strong>{words.own.noticeTitle}</strong>{" "}
        {person.acts_as_administrator ? words.own.noticeText : words.own.noticeRequired}{" "}
        <Link to="/account">{words.own.noticeLink}</Link>
      </p>
    </aside>
  );
}

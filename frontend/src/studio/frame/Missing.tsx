import { Link } from "@tanstack/react-router";
import { words } from "../words/words";
import { Page } from "./Page";

export function Missing() {
  return (
    <Page title={words.notFoundTitle}>
      <h1>{words.notFoundTitle}</h1>
      <p>
        <Link to="/">{words.backHome}</Link>
      </p>
    </Page>
  );
}

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../frame/Page";

interface AboutDataSetProps {
  id: string;
  /** What the way back is called: mostly the data set's name. */
  back: string | undefined;
  title: string;
  children: ReactNode;
}

/** A page about a data set: above its title stands the way back to it. */
export function AboutDataSet({ id, back, title, children }: AboutDataSetProps) {
  return (
    <Page title={title}>
      <p className="quiet">
        <Link to="/data/$id" params={{ id }}>
          {back}
        </Link>
      </p>
      <h1>{title}</h1>
      {children}
    </Page>
  );
}

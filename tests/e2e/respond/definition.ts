import type { NumberSpec } from "../../../frontend/src/privacy/number";

/** What these tests read out of a survey version's public definition. */
export type Spec =
  | { readonly shape: "choice"; readonly answers: number; readonly keep_below: number }
  | { readonly shape: "bits"; readonly answers: number; readonly one_below: number; readonly zero_below: number }
  | { readonly shape: "subset"; readonly answers: number; readonly size: number; readonly with_below: number }
  | {
      readonly shape: "meeting";
      readonly answers: number;
      readonly pad_to: number;
      readonly size: number;
      readonly meets_below: number;
    };

/** How a level draws one field of the record. */
export interface LevelField {
  readonly field: string;
  readonly mechanism: string;
  readonly bytes: number;
  readonly words: number;
  readonly spec: Spec | NumberSpec;
}

export interface Level {
  readonly id: number;
  readonly record_bytes: number;
  readonly blocks: readonly { readonly fields: readonly LevelField[] }[];
  /** Where each phone sends some of the blocks. */
  readonly draws?: readonly { readonly weight: number; readonly blocks: readonly string[] }[];
}

export interface Definition {
  readonly title: string;
  readonly questions: readonly { readonly id: string; readonly type: string; readonly text: string }[];
  readonly blocks: readonly { readonly questions: readonly string[] }[];
  readonly levels: readonly Level[];
}

export interface Published {
  readonly hash: string;
  readonly slug: string;
  readonly definition: Definition;
}

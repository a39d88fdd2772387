import type { Draft, Survey } from "../../../api/types";

const PAUSE_MILLISECONDS = 500;

export type SaveState =
  | { kind: "saved"; at: Date | null }
  | { kind: "unsaved" }
  | { kind: "saving" }
  | { kind: "refused"; error: unknown };

export interface Kept {
  draft: Draft;
  state: SaveState;
}

type Saved = Pick<Survey, "draft_revision"> & { draft: Draft };
type Save = (draft: Draft, revision: number) => Promise<Saved>;

/**
 * The draft of one survey as it is written here, saved after each pause; one call at a time, the newest draft wins.
 *
 * It outlives the page that shows it: who leaves in the middle of a save and comes back finds what was typed.
 */
export class Keeper {
  private kept: Kept;
  private revision: number;
  private waiting: Draft | null = null;
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    survey: Saved,
    private readonly save: Save,
  ) {
    this.kept = { draft: survey.draft, state: { kind: "saved", at: null } };
    this.revision = survey.draft_revision;
  }

  readonly subscribe = (told: () => void): (() => void) => {
    this.listeners.add(told);
    return () => this.listeners.delete(told);
  };

  readonly snapshot = (): Kept => this.kept;

  readonly change = (draft: Draft): void => {
    this.waiting = draft;
    this.become({ draft, state: { kind: "unsaved" } });
    clearTimeout(this.timer);
    this.timer = setTimeout(this.flush, PAUSE_MILLISECONDS);
  };

  readonly flush = async (): Promise<void> => {
    clearTimeout(this.timer);
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      const sent = this.waiting;
      this.waiting = null;
      this.become({ ...this.kept, state: { kind: "saving" } });
      try {
        this.revision = (await this.save(sent, this.revision)).draft_revision;
        if (!this.waiting) this.become({ ...this.kept, state: { kind: "saved", at: new Date() } });
      } catch (error) {
        this.waiting ??= sent; // what was typed is kept, and sent again with the next change
        this.become({ ...this.kept, state: { kind: "refused", error } });
        break;
      }
    }
    this.busy = false;
  };

  /** What the server has, where nothing of ours waits: another window or another person may have written it. */
  readonly adopt = (survey: Saved): void => {
    if (this.busy || this.waiting || survey.draft_revision === this.revision) return;
    this.revision = survey.draft_revision;
    this.become({ draft: survey.draft, state: { kind: "saved", at: null } });
  };

  /** Gives up what waits, so that the next `adopt` takes what the server has. */
  readonly drop = (): void => {
    clearTimeout(this.timer);
    this.waiting = null;
    this.revision = 0;
  };

  private become(kept: Kept): void {
    this.kept = kept;
    for (const told of this.listeners) told();
  }
}

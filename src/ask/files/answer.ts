import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StepElsewhere } from '../walk/step.ts';

/** The files that a session changed, its sub-agents included. */
export interface FilesAnswer {
  readonly session: Session;
  /** Most edits first, then the latest. */
  readonly files: readonly ChangedFile[];
  readonly total: number;
  readonly truncated: boolean;
  readonly next: number | null;
  /** There were more sub-agents than were read. */
  readonly subagents_left_out: number;
}

export interface ChangedFile {
  /** From the folder of the session where it is below it. */
  readonly path: string;
  /** Calls that changed it without failing. */
  readonly edits: number;
  /** Lines; null when they were not counted, or when no edit shows what it wrote. */
  readonly added: number | null;
  readonly removed: number | null;
  /** False when some edits do not show what they changed: a program wrote the file, or the bytes were evicted. */
  readonly lines_are_exact: boolean;
  /** The sessions that changed it: this one or sub-agents; most edits first. */
  readonly by: readonly FileAuthor[];
  readonly first: EventId;
  readonly last: EventId;
  readonly first_at: string | null;
  readonly last_at: string | null;
}

export interface FileAuthor {
  readonly session: SessionUid;
  readonly title: string | null;
  readonly is_subagent: boolean;
  readonly edits: number;
}

/** What happened to one file, change by change. */
export interface FileHistoryAnswer {
  readonly path: string;
  /** The session that was asked about, its sub-agents included; null for all. */
  readonly session: Session | null;
  /** In the order they were made. */
  readonly changes: readonly FileChange[];
  readonly total: number;
  readonly truncated: boolean;
  readonly next: number | null;
  /** All sessions in which a file of this path was changed, the latest first. */
  readonly sessions: readonly FileSession[];
  /** There may be more of them: the search for the name found too many. */
  readonly sessions_truncated: boolean;
}

export interface FileSession {
  readonly uid: SessionUid;
  readonly agent: string;
  readonly title: string | null;
  readonly repo: string | null;
  /** The file as that session has it: from its folder where it is below it. */
  readonly path: string;
  readonly edits: number;
  readonly last_at: string | null;
}

/** What one call changed in the file. */
export interface FileChange {
  readonly step: StepElsewhere & { readonly seq: number };
  /** The prompt of its turn. */
  readonly prompt: { readonly id: EventId; readonly summary: string } | null;
  readonly subagent: { readonly uid: SessionUid; readonly title: string | null } | null;
  /** Empty when the call does not show what it changed; `missing` says why. */
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /**
   * Where the line numbers come from: the agent recorded them, or they follow from what it read and wrote before. Null
   * when neither is known.
   */
  readonly numbers: 'recorded' | 'derived' | null;
  /** `program`: a program made the change. `evicted`: the bytes are gone. */
  readonly missing: 'program' | 'evicted' | null;
  /** Lines of the change that are not in `hunks`, because there are too many. */
  readonly lines_left_out: number;
}

/** A part of a diff. */
export interface Hunk {
  /** The number of its first line before and after the change, from 1; null when it is not known. */
  readonly old_start: number | null;
  readonly new_start: number | null;
  /** Each begins with `+`, `-` or a blank. */
  readonly lines: readonly string[];
}

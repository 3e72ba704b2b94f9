import type { Draft } from '../model/draft.ts';
import type { Key, SessionUid } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { Disposition, Outcome, Relation } from '../model/words.ts';

export type { Draft, RecordedCause, What } from '../model/draft.ts';
export type { Json } from '../model/json.ts';

/**
 * A coding agent whose sessions stemma can read. Implementations only read: they never write below the agent's folder,
 * never reach the network, never open credential files, and keep no state outside their readers.
 *
 * A source returns what was *recorded*. Its meaning (act, failure, retry, summary) is decided once for all agents, in
 * `normalise/`.
 */
export interface Source {
  /** Folder name and `--source` value; lowercase. */
  readonly name: string;
  /** First part of every session uid; it can never be renamed. */
  readonly flavor: string;
  readonly title: string;
  readonly gives: Gives;
  /** Slash commands that its own program handles; see `ClientCommands`. */
  readonly clientCommands?: ClientCommands;

  /**
   * Folders and files where this agent keeps sessions on this machine, whether or not they exist: listed by `doctor`,
   * followed by `watch`.
   */
  places?(machine: Machine): readonly string[];

  /**
   * After how many days the agent deletes its sessions by itself, and by which setting; undefined when it never does.
   */
  retention?(machine: Machine): Promise<{ readonly days: number; readonly setting: string } | undefined>;

  /** Session files on this machine. An agent that was never installed yields nothing. */
  discover(machine: Machine): AsyncIterable<string>;

  /** Whether a file is this agent's, by its content and not by its name. No two sources may recognise the same file, save `isFallback`. */
  matches(peek: Peek): boolean;

  /** Which session a recognised file holds. Called again whenever the file has grown. */
  identify(peek: Peek): Identity;

  /** For a recognised file that is one JSON value and not lines: where its records are. */
  document?(peek: Peek): DocumentShape | undefined;

  /** Only for files that a person named and that no other source recognises: it would take others' for its own. */
  readonly isFallback?: true;

  /** An event may span several lines: see `Draft.fromLine`. */
  readonly spansLines?: true;

  /** Sessions inside a file that is no transcript itself, such as a database. */
  readonly container?: Container;

  /** Files of the session without events of their own: metadata, spilled outputs, backups. They need not exist. */
  sideFiles?(file: IdentifiedFile): AsyncIterable<string>;

  /**
   * A reader for one file, from its beginning, or from where the reader with this `state` stopped. Both give the same
   * readings: a file may be read in any number of pieces.
   */
  reader(identity: Identity, state?: Json): Reader;
}

/** Loads the source with this name, or all of them. May give more than asked for. */
export type LoadSources = (name?: string) => Promise<readonly Source[]>;

/**
 * Slash commands that the agent's own program handles: no skill is used by them, also where they are recorded as
 * prompts. `all`: it has no others, or records the text of others and not their names; people also abbreviate them.
 */
export type ClientCommands = 'all' | readonly string[];

export interface IdentifiedFile {
  readonly path: string;
  readonly identity: Identity;
}

/**
 * A file that is one JSON value and is rewritten as a whole whenever it grows. It is split into records, which the
 * reader gets as lines, in file order; each event's record is found again without reading the others.
 */
export interface DocumentShape {
  /**
   * Names of the arrays whose elements are records: `messages`, `info.steps`; `''` is the document itself, for a list
   * at the top. `'*'` alone: the file is any number of JSON values one after another, each a record. What is left
   * when the records are taken out comes last, as a record of its own (`Line.within` is undefined): facts about the
   * session, no events.
   */
  readonly records: readonly string[];
}

/** A file, or the head of a tree of small files, that holds several sessions, or one that is not in one place. */
export interface Container {
  /** Whether it is one, by its content. */
  matches(peek: Peek): boolean;
  /** What is in it. */
  list(path: string): AsyncIterable<Contained>;
  /**
   * One session as lines of JSON, from this byte on. The same rows always give the same bytes, and what is new comes
   * last wherever the agent allows it, so that reading can continue where it stopped.
   */
  bytes(path: string, from: number): AsyncIterable<Uint8Array>;
  /** The same lines in the agent's own export format; without it `restore` writes the lines. */
  exported?(lines: Iterable<string>): { readonly name: string; readonly text: string } | undefined;
}

export interface Contained {
  /** The container's path, `#`, and the session's native id. The path of an archived file like any other. */
  readonly path: string;
  /** Either differs when there is something new. */
  readonly size: number;
  readonly mtimeMs: number;
}

export interface Reader {
  /**
   * One whole line, in file order, without its newline. Never throws on bad data: an unreadable line becomes an issue
   * or stays raw, and reading continues.
   */
  line(line: Line): Reading;
  /** What `reader` needs to continue after the last line; small, whatever the length of the session. */
  state(): Json;
}

export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Of a record of a document: the name of the array it is an element of. */
  readonly within?: string;
}

/** What a source can give; absent means no. Answers state what was not available. */
export interface Gives {
  readonly times?: true;
  readonly tokens?: true;
  readonly thinking?: true;
  readonly exitCodes?: true;
  readonly durations?: true;
  /** The agent records which record follows which. */
  readonly lineage?: true;
  readonly subagents?: true;
  /** Record ids are unique across sessions, so records that a fork copied can be distinguished from new ones. */
  readonly globalRecordIds?: true;
  /** Calls with the same prompt as parent came in one response: later ones have a result as parent. */
  readonly siblings?: true;
}

/** What a source may know of the machine. */
export interface Machine {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The two ends of a file, enough to recognise and identify it without reading it. */
export interface Peek {
  readonly path: string;
  /** The first lines, 32 KB or more of them, cut at the last whole line if there is one. */
  readonly head: string;
  /** The last lines, 16 KB or more of them, starting at a line's beginning; a torn last line is left out. */
  readonly tail: string;
}

export interface Identity {
  readonly session: SessionUid;
  /**
   * The root of the tree as far as the file has it: the main session of a sub-agent, the root thread of a Codex thread.
   */
  readonly root?: SessionUid;
  /** The same, where the file has the key of the tree and not its root. */
  readonly tree?: Key;
  readonly parent?: ParentHint;
  /** Its relation to the session whose records it begins with copies of, if it does: a fork by default. */
  readonly copiedAs?: Relation;
  /**
   * The file is a secondary source of its sessions, such as hooks or telemetry: it adds to events of the transcript,
   * and only what the transcript does not have becomes an event of its own. Its sessions may be another source's.
   * `calls`: it has ids of calls but not their sessions; what matches no call of this flavor is left out.
   */
  readonly secondary?: true | 'calls';
  /**
   * Where its sessions worked, if the file's place shows it and its lines do not. Nothing else may depend on the place.
   */
  readonly cwd?: string;
  /** When the file was begun (ms). Files are ingested oldest first, so that originals come before their forks. */
  readonly begun?: number;
}

export interface ParentHint {
  readonly uid: SessionUid;
  readonly relation: Relation;
  /** Native id of the call that spawned it, where the file knows it. */
  readonly call?: string;
  /** Of a fork by reference: it shares the parent's lines before this one (from 1). */
  readonly beforeLine?: number;
}

/** The result of reading one line. */
export interface Reading {
  readonly disposition: Disposition;
  /** Of a `raw` line: the unknown record kind, such as `system/away_summary`; shown and counted by agent version. */
  readonly unknown?: { readonly kind: string; readonly version?: string };
  /** Of an `issue` line: why it could not be read, such as `not-json`. */
  readonly reason?: string;
  readonly drafts?: readonly Draft[];
  readonly sessions?: readonly SessionPatch[];
  readonly links?: readonly Link[];
  /**
   * Titles for the session that holds the record with this native id (old Claude Code keeps them in another session's
   * file).
   */
  readonly titles?: readonly { readonly native: string; readonly title: string }[];
}

/** Facts about a session; later ones replace earlier ones, `undefined` leaves the known value. */
export interface SessionPatch {
  readonly uid: SessionUid;
  readonly title?: string;
  /** A title the user chose; wins over one derived from the first prompt or written by the agent. */
  readonly customTitle?: string;
  readonly cwd?: string;
  readonly repo?: string;
  readonly domain?: string;
  readonly branch?: string;
  readonly taskRef?: string;
  readonly model?: string;
  readonly agentVersion?: string;
  readonly outcome?: Outcome;
}

/**
 * A link stated by the agent's own ids. Both sides may record it (a call its sub-agent, a sub-agent its call), in any
 * order of reading; the same link twice is one link.
 */
export type Link =
  /** `call` is the native id of the spawning call in `parent`. */
  | { readonly type: 'spawned'; readonly parent: SessionUid; readonly call: string; readonly child: SessionUid }
  /**
   * The outcome of `child` reached `parent` in the step with this key: its call, or the notification that came later.
   */
  | { readonly type: 'returned'; readonly child: SessionUid; readonly parent: SessionUid; readonly step: string }
  /** Inside one session: the step (key) before a compaction continues in the step (key) after it. */
  | { readonly type: 'continued'; readonly session: SessionUid; readonly from: string; readonly to: string };

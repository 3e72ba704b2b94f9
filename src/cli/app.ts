import type { Judge } from '../live/judge/judge.ts';
import type { SetupAnswer } from '../live/setup/setup-answer.ts';
import type { Endpoint } from '../memory/embed/endpoint.ts';
import type { KnownModel } from '../memory/embed/model/builds.ts';
import type { LoadSources, Machine } from '../sources/source.ts';
import type { StoreMode, StoreOpenedTo, StoreReader } from '../store/store.ts';
import type { Registry } from '../team/registry.ts';
import type { ServerPlace } from '../team/space-place.ts';

/** Everything the command line uses from outside. main.ts builds the real one, tests build their own. */
export interface App {
  readonly version: string;
  readonly machine: Machine;
  readonly clock: () => number;
  /** Answers. */
  readonly out: Output;
  /** The run: progress, warnings, errors. */
  readonly err: Output;
  /** Asks the person at the terminal; undefined when there is none. */
  readonly question: ((text: string) => Promise<string>) | undefined;
  /** All of standard input; undefined when it is a terminal, where nobody would know that stemma waits. */
  readonly input: (() => Promise<string>) | undefined;
  /** Folder of the built-in demo. */
  readonly story: string;
  /** Models that can be added by name; tests have their own. */
  readonly models?: readonly KnownModel[];
  /** The program that draws status lines; undefined when stemma was not built. */
  readonly statusLiner?: string;
  /** The program that hooks run for advice. */
  readonly adviser?: string;
  /** The program that hooks run for a summary of unfinished work. */
  readonly resumer?: string;
  /** The MCP server that agents start. */
  readonly server?: string;
  /** From now on Ctrl-C aborts this signal instead of ending the process; pressed twice it ends it. */
  untilInterrupted(): AbortSignal;
  /**
   * Opens an archive. In write mode it is created if missing, and other writers are waited for; in read mode a missing
   * archive is empty.
   */
  openStore<Mode extends StoreMode>(place: ArchivePlace, mode: Mode, onWait?: () => void): Promise<StoreOpenedTo<Mode>>;
  /** Loaded on demand: most questions do not need them. */
  sources: LoadSources;
  /**
   * Serves MCP over standard input and output until the agent disconnects. Undefined where there are no such streams.
   */
  readonly serveMcp?: (options: McpRequest) => Promise<void>;
  /** Serves the page and the API over HTTP until the signal. Undefined in tests without a server. */
  readonly serveHttp?: (options: HttpRequest) => Promise<void>;
  /** Serves a team over HTTP until the signal. */
  readonly serveTeam?: (options: TeamRequest) => Promise<void>;
  /** Opens an address in the browser. */
  readonly browse?: (url: string) => void;
}

export interface ArchivePlace {
  /** A file, or the address of a PostgreSQL. */
  readonly archive: string;
  /** stemma's home with prices, configuration and the name of this machine; not the demo's. */
  readonly base: string;
}

/** What the server needs from the command line. */
export interface McpRequest extends ArchivePlace {
  readonly workspace: string;
  readonly embedding: Endpoint | undefined;
  /** To stderr. */
  readonly say: (text: string) => void;
}

export interface HttpRequest extends McpRequest {
  /** Who judges sessions on request. */
  readonly judge: Judge | undefined;
  /** Where the spool and the logs of hooks are; the demo's own for the demo. */
  readonly home: string;
  readonly isDemo: boolean;
  readonly host: string;
  /** A free one is used if it is taken. */
  readonly port: number;
  /** Where to receive OpenTelemetry; undefined for not at all. */
  readonly otlpPort: number | undefined;
  /** What the page shows about this machine. */
  readonly setup: (read: StoreReader, now: number) => Promise<SetupAnswer>;
  /** Follow agents meanwhile, leaving out these paths. */
  readonly watch:
    | {
        readonly machine: Machine;
        readonly exclude: readonly string[];
        readonly domains: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly signal: AbortSignal;
  readonly onListening: (listening: Listening) => Promise<void>;
}

/** What the server of a team needs from the command line. */
export interface TeamRequest {
  readonly place: ServerPlace;
  readonly registry: Registry;
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly trustsProxy: boolean;
  readonly requestsPerSecond: number | undefined;
  readonly writers: number | undefined;
  readonly signal: AbortSignal;
  /** A line of the log. */
  readonly write: (text: string) => void;
  readonly onListening: (listening: { readonly url: string; readonly port: number }) => Promise<void>;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** The port that was asked for was taken. */
  readonly isOtherPort: boolean;
  /** Where OpenTelemetry is received. */
  readonly otlp?: string | undefined;
}

export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Resolves when the reader is ready for more, so that a long answer does not fill memory. */
  write(text: string | Uint8Array): Promise<void>;
}

import type { Endpoint } from '../memory/embed/endpoint.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { Store } from '../store/store.ts';

/** What the command line may use of the world. main.ts builds the real one; tests build their own. */
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
  /** All that comes on standard input; undefined when that is a terminal, where nobody would know that we wait. */
  readonly input: (() => Promise<string>) | undefined;
  /** Folder of the built-in story. */
  readonly story: string;
  /** The program that hooks ask for advice; undefined when stemma was not built. */
  readonly adviser?: string;
  /** The one that tells them where work was left. */
  readonly resumer?: string;
  /** The one that agents start to ask over MCP. */
  readonly server?: string;
  /** From now on Ctrl-C aborts this signal instead of ending the process; pressed twice it ends it. */
  untilInterrupted(): AbortSignal;
  /**
   * An archive. To write, it is made when it is not there and other writers are waited for; to read, it is empty
   * then.
   */
  openStore(place: ArchivePlace, mode: 'read' | 'write', onWait?: () => void): Promise<Store>;
  /** Loaded when asked for: most questions do not need them. */
  sources(): Promise<readonly Source[]>;
  /**
   * Serves agents that speak MCP over standard input and output, until they are gone. Undefined where there are no
   * such streams.
   */
  readonly serveMcp?: (options: McpRequest) => Promise<void>;
  /** Serves the page and the API over HTTP until the signal. Undefined where nobody listens. */
  readonly serveHttp?: (options: HttpRequest) => Promise<void>;
  /** Shows an address in the browser. */
  readonly browse?: (url: string) => void;
}

export interface ArchivePlace {
  /** A file, or the address of a PostgreSQL. */
  readonly archive: string;
  /** stemma's home, where prices, configuration and the name of this machine lie; not the demo's. */
  readonly base: string;
}

/** What the server cannot know by itself. */
export interface McpRequest extends ArchivePlace {
  readonly workspace: string;
  readonly embedding: Endpoint | undefined;
  /** To stderr. */
  readonly say: (text: string) => void;
}

export interface HttpRequest extends McpRequest {
  /** Where the spool and the logs of hooks are; the demo's own for the demo. */
  readonly home: string;
  readonly isDemo: boolean;
  readonly host: string;
  /** Another one is taken when somebody has it. */
  readonly port: number;
  /** Follow agents meanwhile, leaving out these paths. */
  readonly watch: { readonly machine: Machine; readonly exclude: readonly string[] } | undefined;
  readonly signal: AbortSignal;
  readonly onListening: (listening: Listening) => Promise<void>;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** The port that was asked for was taken. */
  readonly isOtherPort: boolean;
}

export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Resolves when the reader is ready for more, so that a long answer does not pile up in memory. */
  write(text: string | Uint8Array): Promise<void>;
}

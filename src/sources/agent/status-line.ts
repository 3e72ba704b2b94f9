import type { JsonObject } from '../../platform/parse-records.ts';
import type { Machine } from '../source.ts';

/** An agent that shows a line which another program prints. */
export interface AgentStatusLine {
  /** Its settings: a JSON file. */
  path(machine: Machine): string;
  /** Where in the settings the program is named. */
  readonly setting: string;
  /** How it is named there. */
  entry(command: string): Readonly<Record<string, unknown>>;
  /** What the agent hands to the program. */
  read(payload: JsonObject): ShownSession;
}

/** The session that is shown, as far as the agent describes it. */
export interface ShownSession {
  /** The part of the uid after the flavor. */
  readonly native: string | undefined;
  readonly model: string | undefined;
  /** What it cost since its program was started, by the agent's own count. */
  readonly usd: number | undefined;
  /** How full its context is, 0 to 100. */
  readonly contextPercent: number | undefined;
}

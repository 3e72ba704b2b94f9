import type { EventId, SessionUid } from './ids.ts';
import type { Tokens } from './event.ts';
import type { ErrorKind, Outcome } from './words.ts';

/** What stays of a session for good, also when its bytes are let go. Every list is bounded and says how many there were. */
export interface Digest {
  readonly session: SessionUid;
  readonly outcome: DigestOutcome;
  /** What people asked for: the first and the latest. */
  readonly asks: Listed<DigestLine>;
  readonly cost: DigestCost;
  readonly files: Listed<DigestFile>;
  readonly commands: Listed<DigestCommand>;
  readonly decisions: Listed<DigestLine>;
  readonly errors: Listed<DigestError>;
  readonly skills: Listed<DigestSkill>;
  readonly subagents: Listed<SessionUid>;
  /** What was begun and not ended: errors without a fix, calls without an answer, questions to the user. */
  readonly left_open: Listed<DigestLine>;
}

export interface Listed<Item> {
  readonly total: number;
  /** The most telling first. */
  readonly items: readonly Item[];
}

export interface DigestOutcome {
  readonly what: Outcome;
  /** In a sentence. */
  readonly reason: string;
  /** Where it shows. */
  readonly step: EventId | null;
}

export interface DigestLine {
  readonly text: string;
  readonly step: EventId;
}

export interface DigestCost {
  readonly wall_clock_s: number;
  readonly turns: number;
  readonly retries: number;
  readonly models: readonly (Tokens & { readonly model: string | null; /** As far as the agent says. */ readonly usd: number | null })[];
}

export interface DigestFile {
  /** Below the session's folder where it lies there. */
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  readonly last: EventId;
}

export interface DigestCommand {
  readonly command: string;
  readonly runs: number;
  readonly failed: number;
  /** How it ended the last time. */
  readonly ended: 'ok' | 'failed';
  readonly last: EventId;
}

export interface DigestError {
  readonly fingerprint: string;
  readonly sample: string;
  readonly kind: ErrorKind;
  readonly count: number;
  readonly resolved: number;
  readonly last: EventId;
}

export interface DigestSkill {
  readonly name: string;
  readonly uses: number;
  readonly failed: number;
  readonly last: EventId;
}

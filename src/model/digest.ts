import type { EventId, SessionUid } from './ids.ts';
import type { Tokens } from './event.ts';
import type { JudgedBy } from './judgement.ts';
import type { ErrorKind, InvocationWhat, Outcome } from './words.ts';

/** What is kept of a session for good, also after its bytes are evicted. Every list is bounded and has a total. */
export interface Digest {
  /** Of this object: see `schema-version.ts`. */
  readonly schema_version: number;
  readonly session: SessionUid;
  readonly outcome: DigestOutcome;
  /** What people asked for: the first, then the latest. */
  readonly asks: Listed<DigestAsk>;
  readonly cost: DigestCost;
  readonly files: Listed<DigestFile>;
  readonly commands: Listed<DigestCommand>;
  /** Commits, pushes and pull requests that went through, the latest first. */
  readonly delivered: Listed<DigestLine>;
  /** The latest first. */
  readonly decisions: Listed<DigestDecision>;
  /** Failures, except `benign` ones. */
  readonly errors: Listed<DigestError>;
  readonly skills: Listed<DigestSkill>;
  readonly subagents: Listed<DigestSubagent>;
  readonly left_open: Listed<DigestOpen>;
  /** What the agent found out, and what it tried in vain, the latest first. Older digests have neither this nor `last_messages`. */
  readonly findings?: Listed<DigestFinding>;
  /** Its last messages to the last request, the latest first. */
  readonly last_messages?: readonly DigestLine[];
  /** How many files were edited. Older digests have neither this nor `activity` until they are derived again. */
  readonly edited?: number;
  /** Its activity over time; null when it has no times. */
  readonly activity?: Activity | null;
}

/** Steps by when they happened, in stretches of equal length. */
export interface Activity {
  readonly from: string;
  /** Length of each interval: a power of two. */
  readonly seconds: number;
  /** Steps that began in each interval; at most 48 intervals. */
  readonly steps: readonly number[];
  /** Failures per interval; ends with the last interval that has one. */
  readonly failures: readonly number[];
}

export interface Listed<Item> {
  readonly total: number;
  /** The most significant first. */
  readonly items: readonly Item[];
}

export interface DigestOutcome {
  readonly what: Outcome;
  /** In a sentence. */
  readonly reason: string;
  /** The step that shows it. */
  readonly step: EventId | null;
  /** Who judged it; absent when it is inferred. */
  readonly judged?: JudgedBy;
}

export interface DigestLine {
  readonly text: string;
  readonly step: EventId;
}

export interface DigestAsk extends DigestLine {
  /** How the agent's last message to it begins. */
  readonly answer?: string;
}

export interface DigestFinding extends DigestLine {
  readonly what: 'found' | 'vain';
}

export interface DigestDecision extends DigestLine {
  readonly by: 'user' | 'agent';
}

/** Unfinished work. */
export interface DigestOpen extends DigestLine {
  /** A real error without a fix, a call without a result, an unfinished plan, an unanswered prompt, what the agent said. */
  readonly what: 'error' | 'call' | 'plan' | 'ask' | 'stated';
}

export interface DigestCost {
  readonly wall_clock_s: number;
  readonly turns: number;
  readonly retries: number;
  readonly models: readonly (Tokens & {
    readonly model: string | null;
    /** As recorded by the agent. */ readonly usd: number | null;
  })[];
}

export interface DigestFile {
  /** Relative to the session's folder where it is inside it. */
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  readonly last: EventId;
}

export interface DigestCommand {
  /** As typed, without the parts that only shape its output. */
  readonly command: string;
  readonly runs: number;
  readonly failed: number;
  /** Outcome of the last run; null when unknown. */
  readonly ended: 'ok' | 'failed' | null;
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
  readonly what: InvocationWhat;
  readonly name: string;
  readonly uses: number;
  readonly failed: number;
  readonly last: EventId;
}

export interface DigestSubagent {
  readonly session: SessionUid;
  readonly title: string | null;
  /** Its result returned to the session that started it. */
  readonly returned: boolean;
}

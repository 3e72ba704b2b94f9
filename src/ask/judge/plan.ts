import type { Session } from '../../model/session.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { readTranscript } from './transcript.ts';
import { windowsOf, type JudgeWindow } from './windows.ts';

/** What a judge would be asked about a session. Nothing is sent anywhere. */
export interface JudgePlan {
  readonly session: Session;
  readonly windows: readonly JudgeWindow[];
  /** Of all windows together. */
  readonly tokens: number;
}

export interface PlanOptions {
  readonly sources: readonly Source[];
  /** Tokens of one window, at most. */
  readonly budget: number;
}

/** Renders a session as questions for a judge. */
export async function judgePlan(
  read: StoreReader,
  session: Session,
  { sources, budget }: PlanOptions,
): Promise<JudgePlan> {
  const windows = windowsOf(session, await readTranscript(read, session, sources), budget);
  return { session, windows, tokens: windows.reduce((sum, { tokens }) => sum + tokens, 0) };
}

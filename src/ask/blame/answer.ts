import type { EventId, SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import type { Claim } from './attribute.ts';
import type { StepWriting } from './call-edits.ts';

/** A step that wrote lines. */
export interface BlameStep extends StepElsewhere {
  /** The source that read its session, such as `claude-code`. */
  readonly agent: string;
  /** The prompt of its turn: what it was asked by. */
  readonly prompt: { readonly id: EventId; readonly summary: string } | null;
  /** Lines of the answer that are its. */
  readonly lines: number;
}

export interface BlameSession {
  readonly uid: SessionUid;
  readonly agent: string;
  readonly title: string | null;
  readonly lines: number;
  /** Of all lines that are asked about and hold something. */
  readonly share: number;
}

/** How much of what was asked about is known. Empty lines do not count. */
export interface BlameShare {
  readonly total: number;
  readonly attributed: number;
  /** Not written by a recorded session, as far as is known. */
  readonly unattributed: number;
}

export type Claimed = Claim<StepWriting> | undefined;

/** The steps and sessions behind claims, those with the most lines first. */
export async function authorsOf(
  read: StoreReader,
  claims: readonly Claimed[],
  total: number,
): Promise<{ readonly steps: readonly BlameStep[]; readonly sessions: readonly BlameSession[] }> {
  const linesOf = new Map<StepWriting['step'], number>();
  for (const claim of claims) if (claim) linesOf.set(claim.writing.step, (linesOf.get(claim.writing.step) ?? 0) + 1);
  const steps: BlameStep[] = [];
  const sessions = new Map<SessionUid, BlameSession>();
  for (const [step, lines] of linesOf) {
    const session = await read.session(step.session);
    const agent = session?.source ?? '';
    const prompt = step.turn ? await read.event(refOf(step.turn)) : undefined;
    steps.push({
      ...toStepElsewhere(step),
      agent,
      prompt: prompt ? { id: prompt.id, summary: prompt.summary } : null,
      lines,
    });
    const all = (sessions.get(step.session)?.lines ?? 0) + lines;
    sessions.set(step.session, {
      uid: step.session,
      agent,
      title: session?.title ?? null,
      lines: all,
      share: total === 0 ? 0 : all / total,
    });
  }
  const most = <T extends { readonly lines: number }>(items: Iterable<T>): readonly T[] =>
    [...items].toSorted((a, b) => b.lines - a.lines);
  return { steps: most(steps), sessions: most(sessions.values()) };
}

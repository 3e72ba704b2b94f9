import type { CheckedAnswer } from '../../src/ask/judge/check-answer.ts';
import type { EventId } from '../../src/model/ids.ts';
import type { EdgeType, ErrorKind, Outcome } from '../../src/model/words.ts';
import type { ArchivedSession } from './archived-session.ts';

/** The labels of a session as they are kept: ids of the agent and words of our own, no text of the session. */
export interface KeptLabels {
  readonly agent: string;
  readonly repository: string;
  /** The session's uid: the agent and its own id. Beside it, its file in the corpus. */
  readonly session: string;
  readonly file: string;
  /** The first and the last call that were read. */
  readonly read: readonly [string, string];
  /** The calls that were judged, each with its causes, the most important first. */
  readonly causes: Readonly<Record<string, readonly (readonly [string, EdgeType])[]>>;
  readonly errors: Readonly<Record<string, KeptError>>;
  /** Null where the end was not read. */
  readonly outcome: Outcome | null;
}

export interface KeptError {
  readonly kind: ErrorKind;
  readonly culprit: readonly string[];
  readonly attempts: readonly string[];
  readonly fix: readonly string[];
  readonly verified: string | null;
}

/** What a reader quotes or writes, which is not kept. */
export interface Quoted {
  /** By the id of the failed call. */
  readonly signatures: ReadonlyMap<string, string>;
  readonly why: string;
}

/** Labels from an answer that was checked. What it says about calls outside the part that was read is left out. */
export function labelsFrom(
  { calls, stories, outcome }: CheckedAnswer,
  { nodes, idOf }: ArchivedSession,
  about: Pick<KeptLabels, 'agent' | 'repository' | 'session' | 'file' | 'read'>,
): { readonly labels: KeptLabels; readonly quoted: Quoted } {
  const ids = new Map<EventId, string>(nodes.map((node) => [node.step.id, idOf(node)!]));
  const order = [...ids.values()];
  const [first, last] = about.read.map((id) => order.indexOf(id)) as [number, number];
  const read = new Set(order.slice(first, last + 1));
  const named = (steps: readonly EventId[]): string[] => steps.map((step) => ids.get(step)!);
  const judged = calls.filter(({ step }) => read.has(ids.get(step)!));
  const failed = stories.filter(({ step }) => read.has(ids.get(step)!));
  return {
    labels: {
      ...about,
      causes: Object.fromEntries(
        judged.map(({ step, causes }) => [ids.get(step)!, causes.map((each) => [ids.get(each.step)!, each.type])]),
      ),
      errors: Object.fromEntries(
        failed.map(({ step, kind, culprit, attempts, fix, verified_by }) => [
          ids.get(step)!,
          {
            kind,
            culprit: named(culprit),
            attempts: named(attempts),
            fix: named(fix),
            verified: verified_by === null ? null : ids.get(verified_by)!,
          },
        ]),
      ),
      outcome: outcome?.what ?? null,
    },
    quoted: {
      signatures: new Map(failed.flatMap(({ step, message }) => (message === '' ? [] : [[ids.get(step)!, message]]))),
      why: outcome?.reason ?? '',
    },
  };
}

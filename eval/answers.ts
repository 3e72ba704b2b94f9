import type { Stemma } from '../src/index.ts';
import { withArchive } from './archive.ts';
import type { Labelled } from './labels.ts';

/** What stemma says about a session, by the agent's own ids. */
export interface Answers {
  /** Causes of each step, best first. */
  readonly causes: ReadonlyMap<string, readonly AnsweredCause[]>;
  readonly errors: ReadonlyMap<string, AnsweredError>;
}

export interface AnsweredCause {
  readonly id: string;
  /** 1 for what is recorded. */
  readonly confidence: number;
}

export interface AnsweredError {
  readonly kind: string;
  readonly culprit: readonly (string | null)[];
  readonly fix: readonly (string | null)[];
  readonly verified: string | null;
  /** The line that names the failure. */
  readonly line: string;
}

/** Ingests the file into an archive of its own and asks about every session in it, sub-agents too. */
export async function answersFor({ file }: Labelled): Promise<Answers> {
  return await withArchive([file], (stemma) => answersOf(stemma));
}

/** What an archive says about all its sessions; `judged` leaves out what no model judged. */
export async function answersOf(stemma: Stemma, which: 'all' | 'judged' = 'all'): Promise<Answers> {
  const counts = (basis: string): boolean => which === 'all' || basis === 'judged';
  const causes = new Map<string, AnsweredCause[]>();
  const errors = new Map<string, AnsweredError>();
  const names = new StepNames();
  for (const { uid } of (await stemma.sessions({ limit: 100_000 })).sessions) {
    const { steps } = await stemma.graph(uid, { limit: 1_000_000 });
    for (const { id, native_id } of steps) names.add(id, native_id);
    for (const step of steps) {
      const id = names.of(step.id, step.native_id);
      if (id === null) continue;
      const found = step.causes.flatMap(({ step: cause, native_id, basis, confidence }) => {
        const name = names.of(cause, native_id);
        return name === null || !counts(basis) ? [] : [{ id: name, confidence: basis === 'recorded' ? 1 : confidence }];
      });
      causes.set(id, [...(causes.get(id) ?? []), ...found]);
    }
    for (const error of (await stemma.errors(uid, { limit: 1_000_000 })).errors) {
      const id = names.of(error.id, error.native_id);
      if (id === null || !counts(error.basis)) continue;
      const before = errors.get(id);
      const ids = (some: readonly StepRef[]): (string | null)[] =>
        some.map(({ step, native_id }) => names.of(step, native_id));
      errors.set(id, {
        kind: before?.kind === 'real' ? 'real' : error.kind,
        culprit: [...(before?.culprit ?? []), ...ids(error.culprit)],
        fix: [...(before?.fix ?? []), ...ids(error.fix)],
        verified: before?.verified ?? (error.verified_by && ids([error.verified_by])[0]) ?? null,
        line: before?.line ?? error.message,
      });
    }
  }
  return { causes, errors };
}

interface StepRef {
  readonly step: string;
  readonly native_id: string | null;
}

/** Some published sessions give several calls the same id: the second is called `id#2` in the labels, and so on. */
export class StepNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();

  /** In the order of the session. */
  add(step: string, native: string | null): void {
    if (native === null) return;
    const count = (this.#seen.get(native) ?? 0) + 1;
    this.#seen.set(native, count);
    this.#names.set(step, count === 1 ? native : `${native}#${count}`);
  }

  of(step: string, native: string | null = null): string | null {
    return this.#names.get(step) ?? native;
  }
}

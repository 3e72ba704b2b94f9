import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStemma } from '../src/index.ts';
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
}

/** Ingests the file into an archive of its own and asks about every session in it, sub-agents too. */
export async function answersFor({ file }: Labelled): Promise<Answers> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-eval-'));
  try {
    await using stemma = await openStemma({ home });
    await stemma.ingest({ paths: [file] });
    const causes = new Map<string, AnsweredCause[]>();
    const errors = new Map<string, AnsweredError>();
    for (const { uid } of (await stemma.sessions({ limit: 100_000 })).sessions) {
      for (const step of (await stemma.graph(uid, { limit: 1_000_000 })).steps) {
        if (step.native_id === null) continue;
        const found = step.causes.flatMap(({ native_id, basis, confidence }) =>
          native_id === null ? [] : [{ id: native_id, confidence: basis === 'recorded' ? 1 : confidence }],
        );
        causes.set(step.native_id, [...(causes.get(step.native_id) ?? []), ...found]);
      }
      for (const error of (await stemma.errors(uid, { limit: 1_000_000 })).errors) {
        if (error.native_id === null) continue;
        const before = errors.get(error.native_id);
        const ids = (steps: readonly { readonly native_id: string | null }[]): (string | null)[] =>
          steps.map(({ native_id }) => native_id);
        errors.set(error.native_id, {
          kind: before?.kind === 'real' ? 'real' : error.kind,
          culprit: [...(before?.culprit ?? []), ...ids(error.culprit)],
          fix: [...(before?.fix ?? []), ...ids(error.fix)],
          verified: before?.verified ?? error.verified_by?.native_id ?? null,
        });
      }
    }
    return { causes, errors };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Calibration } from '../src/causal/calibration.ts';
import { answersFor, type Answers } from './answers.ts';
import type { Labelled } from './labels.ts';
import { score, type Scored } from './score.ts';

export interface Leaving {
  /** Stories by weights that never saw the repository, instead of the shipped ones. */
  readonly stories?: ReadonlyMap<Labelled, Answers['errors']>;
  readonly onSession?: (name: string) => void;
}

/** Answers and scores of some sessions under a calibration, through a real archive. */
export async function scoreUnder(
  calibration: Calibration | undefined,
  labels: readonly Labelled[],
  { stories, onSession }: Leaving = {},
): Promise<readonly Scored[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-calibration-'));
  const before = process.env['STEMMA_CALIBRATION'];
  if (calibration) {
    const file = join(folder, 'calibration.json');
    writeFileSync(file, JSON.stringify(calibration));
    process.env['STEMMA_CALIBRATION'] = file;
  }
  try {
    const scored: Scored[] = [];
    for (const labelled of labels) {
      onSession?.(labelled.name);
      const answers = await answersFor(labelled);
      scored.push(score(labelled, { ...answers, errors: stories?.get(labelled) ?? answers.errors }));
    }
    return scored;
  } finally {
    if (before === undefined) delete process.env['STEMMA_CALIBRATION'];
    else process.env['STEMMA_CALIBRATION'] = before;
    rmSync(folder, { recursive: true, force: true });
  }
}

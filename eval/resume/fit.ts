import { oddsFrom, worthNaming, type FileWeights } from '../../src/ask/resume/files/file-odds.ts';
import { fileSignals } from '../../src/ask/resume/files/file-signals.ts';
import { minimise } from '../minimise.ts';
import { overlap } from './score.ts';

/** A cut session as the weights see it. */
export interface Sample {
  readonly name: string;
  readonly repository: string;
  readonly files: readonly { readonly name: string; readonly signals: readonly number[]; readonly again: boolean }[];
  readonly wanted: ReadonlySet<string>;
}

/** How far weights are held back from growing: there is little to learn from. */
const restraint = 0.002;
const sharpnesses = [1, 1.3, 1.6, 2];

/**
 * Weights under which what was gone back to is most likely (logistic regression), and the sharpness under which most
 * is got right. A cut counts as one, however many files it has; of a repository with many cuts each counts less.
 */
export function fitFiles(samples: readonly Sample[]): FileWeights {
  const ofRepository = Map.groupBy(samples, ({ repository }) => repository);
  const weightOf = ({ repository }: Sample): number => 1 / Math.sqrt(ofRepository.get(repository)!.length);
  const rows = samples.flatMap((sample) =>
    sample.files.map(({ signals, again }) => ({ signals, again, counts: weightOf(sample) / sample.files.length })),
  );
  const total = rows.reduce((sum, { counts }) => sum + counts, 0);
  const found = minimise(
    fileSignals.length + 1,
    (at, gradient) => {
      let loss = 0;
      for (const { signals, again, counts } of rows) {
        const sum = signals.reduce((all, value, index) => all + value * at[index + 1]!, at[0]!);
        const likely = 1 / (1 + Math.exp(-sum));
        const part = counts / total;
        loss -= part * Math.log(Math.max(1e-12, again ? likely : 1 - likely));
        const error = part * (likely - (again ? 1 : 0));
        gradient[0]! += error;
        for (const [index, value] of signals.entries()) gradient[index + 1]! += error * value;
      }
      for (let index = 1; index < at.length; index++) {
        loss += (restraint / 2) * at[index]! ** 2;
        gradient[index]! += restraint * at[index]!;
      }
      return loss;
    },
    400,
  );
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  const weights = Object.fromEntries(
    fileSignals.map((signal, index) => [signal, rounded(found[index + 1]!)]),
  ) as FileWeights['weights'];
  const candidates = sharpnesses.map((sharpness): FileWeights => ({ bias: rounded(found[0]!), weights, sharpness }));
  const right = (candidate: FileWeights): number =>
    samples.reduce((sum, sample) => sum + weightOf(sample) * f1Of(sample, candidate), 0);
  return candidates.reduce((best, each) => (right(each) > right(best) ? each : best));
}

/** What the files that would be listed are worth, by themselves. */
export function f1Of({ files, wanted }: Sample, weights: FileWeights): number {
  const ranked = files
    .map(({ name, signals }) => ({ name, odds: oddsFrom(signals, weights) }))
    .toSorted((a, b) => b.odds - a.odds);
  return overlap([...new Set(worthNaming(ranked).map(({ name }) => name))], wanted).f1;
}

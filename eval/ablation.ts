import { likelihood } from '../src/causal/second-look.ts';
import { Scale } from '../src/causal/weigh.ts';
import { ruleNames, signalsOf, type RuleName, type Signal } from '../src/causal/signals.ts';
import type { Case } from './cases.ts';
import { splitByRepository, weightsFor } from './fit.ts';
import { edgeSummary, score, type EdgeSummary, type Scored } from './score.ts';

/** From this probability on F1 is best, give or take a few hundredths. */
const threshold = 0.34;

/**
 * What each rule is worth at first sight: the weights fitted again without it, each part of the repositories by those
 * of the others.
 */
export function* ablation(
  cases: readonly Case[],
): Generator<{ readonly rule: RuleName | null; readonly edges: EdgeSummary }> {
  yield { rule: null, edges: edgeSummary(leaveOut(cases)) };
  for (const rule of ruleNames) yield { rule, edges: edgeSummary(leaveOut(cases, new Set(signalsOf(rule)))) };
}

function leaveOut(cases: readonly Case[], leftOut: ReadonlySet<Signal> = new Set()): readonly Scored[] {
  const parts = splitByRepository(cases, 6);
  return parts.flatMap(({ own, others }) =>
    scoreCases(own, new Scale({ ...weightsFor(others, leftOut), trees: [], columns: [] })),
  );
}

/** The edges alone, without an archive: a hundred times faster, and what ablation needs. */
function scoreCases(cases: readonly Case[], scale: Scale): readonly Scored[] {
  return [...Map.groupBy(cases, ({ labelled }) => labelled)].map(([labelled, own]) => {
    const causes = new Map(
      own.map(({ id, group, candidates }) => [
        id,
        candidates
          .map((candidate) => ({ id: candidate.id, probability: likelihood(scale.odds(candidate.signals, group)) }))
          .filter(({ probability }) => probability >= threshold)
          .toSorted((a, b) => b.probability - a.probability)
          .slice(0, 5)
          .map(({ id: cause }) => ({ id: cause, confidence: 1 })),
      ]),
    );
    return score(labelled, { causes, errors: new Map() });
  });
}

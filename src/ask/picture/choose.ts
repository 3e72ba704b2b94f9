/** A step as far as it matters for the choice. Causes are earlier or later steps by position, best first. */
export interface Candidate {
  readonly failed: boolean;
  /** It changed something. */
  readonly isEdit: boolean;
  readonly causes: readonly { readonly at: number; readonly confidence: number }[];
}

export interface Choice {
  /** Positions, in order. */
  readonly steps: readonly number[];
  /** What everything chosen led to; null when everything was chosen. */
  readonly ends: { readonly of: 'failure' | 'edit' | 'step'; readonly shown: number; readonly total: number } | null;
}

/**
 * Which steps to draw when there are too many for one picture: the latest failures, each with the whole chain of best
 * causes back to where it began, as many as there is room for; what room is left goes to their other causes. In a
 * session without failures its edits take their place.
 */
export function chooseSteps(steps: readonly Candidate[], limit: number): Choice {
  if (steps.length <= limit) return { steps: steps.map((_, at) => at), ends: null };
  const { of, ends } = endsOf(steps);
  const chosen = new Set<number>();
  for (const end of ends.toReversed()) {
    const chain = chainTo(end, steps, chosen);
    if (chosen.size + chain.length > limit) {
      if (chosen.size > 0) break;
      chain.length = limit;
    }
    for (const at of chain) chosen.add(at);
  }
  addStrongest(chosen, steps, limit);
  return {
    steps: [...chosen].sort((a, b) => a - b),
    ends: { of, shown: ends.filter((at) => chosen.has(at)).length, total: ends.length },
  };
}

function endsOf(steps: readonly Candidate[]): {
  readonly of: 'failure' | 'edit' | 'step';
  readonly ends: readonly number[];
} {
  const where = (is: (step: Candidate) => boolean) => steps.flatMap((step, at) => (is(step) ? [at] : []));
  const failures = where(({ failed }) => failed);
  if (failures.length > 0) return { of: 'failure', ends: failures };
  const edits = where(({ isEdit }) => isEdit);
  if (edits.length > 0) return { of: 'edit', ends: edits };
  return { of: 'step', ends: where(() => true) };
}

/** From a step back along its best causes, up to what is chosen already or has no cause. */
function chainTo(end: number, steps: readonly Candidate[], chosen: ReadonlySet<number>): number[] {
  const chain: number[] = [];
  const seen = new Set<number>();
  for (
    let at: number | undefined = end;
    at !== undefined && !chosen.has(at) && !seen.has(at);
    at = steps[at]!.causes[0]?.at
  ) {
    chain.push(at);
    seen.add(at);
  }
  return chain;
}

/**
 * The other causes of what was chosen, strongest first, each with its own chain, so that nothing looks like a
 * beginning that is none.
 */
function addStrongest(chosen: Set<number>, steps: readonly Candidate[], limit: number): void {
  let others = [...chosen].flatMap((at) => steps[at]!.causes);
  while (others.length > 0 && chosen.size < limit) {
    const added: number[] = [];
    for (const { at } of others.toSorted((a, b) => b.confidence - a.confidence)) {
      const chain = chainTo(at, steps, chosen);
      if (chosen.size + chain.length > limit) continue;
      for (const each of chain) chosen.add(each);
      added.push(...chain);
    }
    others = added.flatMap((at) => steps[at]!.causes);
  }
}

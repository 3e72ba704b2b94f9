import type { Linker } from '../src/causal/linker.ts';
import { SessionSoFar } from '../src/causal/session-so-far.ts';
import type { Term } from '../src/causal/rules/terms.ts';
import type { SignalRow } from '../src/causal/signal-row.ts';
import { weighedAs, type Weighed } from '../src/causal/signals.ts';
import { SessionLinkers } from '../src/ingest/analysis/session-linkers.ts';
import type { Labelled } from './labels.ts';
import { readFacts } from './session-steps.ts';

/** A labelled call with every step that may have caused it. */
export interface Case {
  readonly labelled: Labelled;
  readonly id: string;
  readonly group: Weighed;
  /** Its place among the steps of the session. */
  readonly index: number;
  readonly candidates: readonly CaseCandidate[];
  readonly terms: readonly Term[];
  /** The causes a person named. */
  readonly causes: ReadonlySet<string>;
}

export interface CaseCandidate {
  readonly id: string;
  readonly step: { readonly index: number };
  readonly signals: SignalRow;
  readonly isCause: boolean;
}

/** Reads a labelled session as ingest does, and keeps the signals of the rules instead of their weighted sum. */
export function casesOf(labelled: Labelled): readonly Case[] {
  const { source, facts, names } = readFacts(labelled.file);
  const cases: Case[] = [];
  const linkers = new SessionLinkers(source.gives, listening);
  for (const each of facts) linkers.add(each);
  return cases;

  function listening(): Linker {
    const session = new SessionSoFar();
    return {
      state: () => session.state(),
      prompt: (prompt) => session.prompt(prompt),
      result: (result) => session.result(result),
      call(call) {
        const considered = session.call(call);
        const id = names.of(call.key)!;
        const named = labelled.targets.get(id);
        if (!considered || !named) return [];
        const causes = new Set(named);
        const candidates = considered.candidates.map(({ step, signals }) => ({
          id: names.of(step.key)!,
          step: { index: step.index },
          signals: signals.copy(),
          isCause: causes.has(names.of(step.key)!),
        }));
        cases.push({
          labelled,
          id,
          group: weighedAs(considered.target.group),
          index: considered.target.index,
          causes,
          candidates,
          terms: considered.terms,
        });
        return [];
      },
    };
  }
}

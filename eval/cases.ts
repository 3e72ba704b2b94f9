import { readFileSync } from 'node:fs';
import type { Linker } from '../src/causal/linker.ts';
import { SessionSoFar } from '../src/causal/session-so-far.ts';
import type { Term } from '../src/causal/rules/terms.ts';
import type { SignalRow } from '../src/causal/signal-row.ts';
import { weighedAs, type Weighed } from '../src/causal/signals.ts';
import { SessionLinkers } from '../src/ingest/analysis/session-linkers.ts';
import { FactExtractor } from '../src/ingest/analysis/fact-extractor.ts';
import { createNormaliser } from '../src/normalise/normaliser.ts';
import { peekAt, recordsOf } from '../src/sources/fixtures.ts';
import { sources } from '../src/sources/all-sources.ts';
import { StepNames } from './answers.ts';
import type { Labelled } from './labels.ts';

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
  const text = readFileSync(labelled.file, 'utf8');
  const peek = peekAt(labelled.file, text.endsWith('\n') ? text : `${text}\n`);
  const source = sources.find((each) => each.matches(peek));
  if (!source) throw new Error(`${labelled.file}: no source knows it`);
  const reader = source.reader(source.identify(peek));
  const normaliser = createNormaliser();
  const names = new StepNames();
  const cases: Case[] = [];
  const extractor = new FactExtractor();
  const linkers = new SessionLinkers(source.gives, listening);
  for (const [index, record] of recordsOf(source, peek, text).entries()) {
    if (record.text.trim() === '') continue;
    const reading = reader.line({ ...record, number: index + 1 });
    for (const { uid, cwd } of reading.sessions ?? []) {
      if (cwd === undefined) continue;
      normaliser.cwd(uid, cwd);
      extractor.cwd(uid, cwd);
    }
    for (const draft of reading.drafts ?? []) {
      if (draft.what.is !== 'result') names.add(draft.key, draft.native ?? `line:${index + 1}`);
      linkers.add(extractor.extract(draft, normaliser.event(draft)));
    }
  }
  return cases;

  function listening(): Linker {
    const session = new SessionSoFar();
    return {
      prompt: (prompt) => session.prompt(prompt),
      pass: (call) => session.pass(call),
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

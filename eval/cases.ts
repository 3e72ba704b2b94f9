import { readFileSync } from 'node:fs';
import { SessionSoFar } from '../src/causal/create-linker.ts';
import type { Signal } from '../src/causal/signals.ts';
import { weighedAs, type Weighed } from '../src/causal/signals.ts';
import { createNormaliser } from '../src/normalise/normaliser.ts';
import { operationsOf } from '../src/normalise/operations.ts';
import { peekAt, recordsOf } from '../src/sources/fixtures.ts';
import { sources } from '../src/sources/registry.ts';
import type { Labelled } from './labels.ts';

/** A labelled call with every step that may have caused it. */
export interface Case {
  readonly labelled: Labelled;
  readonly id: string;
  readonly group: Weighed;
  readonly candidates: readonly CaseCandidate[];
  /** The causes a person named. */
  readonly causes: ReadonlySet<string>;
}

export interface CaseCandidate {
  readonly id: string;
  readonly signals: ReadonlyMap<Signal, number>;
  readonly isCause: boolean;
}

export function casesOf(labelled: Labelled): readonly Case[] {
  const text = readFileSync(labelled.file, 'utf8');
  const peek = peekAt(labelled.file, text.endsWith('\n') ? text : `${text}\n`);
  const source = sources.find((each) => each.recognises(peek));
  if (!source) throw new Error(`${labelled.file}: no source knows it`);
  const identity = source.identify(peek);
  const reader = source.reader(identity);
  const normaliser = createNormaliser();
  const session = new SessionSoFar();
  const ids = new Map<string, string>();
  const prompts = new Set<string>();
  const cases: Case[] = [];
  for (const [index, record] of recordsOf(source, peek, text).entries()) {
    if (record.text.trim() === '') continue;
    const reading = reader.line({ ...record, number: index + 1 });
    for (const { uid, cwd } of reading.sessions ?? []) {
      if (cwd === undefined) continue;
      normaliser.cwd(uid, cwd);
      if (uid === identity.session) session.cwd(cwd);
    }
    for (const draft of reading.drafts ?? []) {
      const event = normaliser.event(draft);
      if (draft.session !== identity.session) continue;
      const { key, what } = draft;
      if (what.is !== 'result') ids.set(key, draft.native ?? `line:${index + 1}`);
      if (what.is === 'prompt') {
        prompts.add(key);
        session.prompt({ key, text: what.text, origin: what.origin });
      } else if (what.is === 'message' || what.is === 'thinking') session.said(what.text);
      else if (what.is === 'result') session.result({ call: what.call, output: what.output, failed: event.failed });
      else if (what.is === 'call') {
        const message = draft.parent !== undefined && !prompts.has(draft.parent) ? draft.parent : undefined;
        const considered = session.call({ key, ...(message !== undefined && { message }), tool: what.tool, input: what.input, operations: operationsOf(what.tool, what.input) });
        const id = ids.get(key)!;
        const named = labelled.targets.get(id);
        if (!considered || !named) continue;
        const causes = new Set(named);
        cases.push({
          labelled,
          id,
          group: weighedAs(considered.target.group),
          causes,
          candidates: considered.candidates.map(({ step, signals }) => ({ id: ids.get(step.key)!, signals, isCause: causes.has(ids.get(step.key)!) })),
        });
      }
    }
  }
  return cases;
}

import { readFileSync } from 'node:fs';
import { FactExtractor } from '../src/ingest/analysis/fact-extractor.ts';
import type { EventFacts } from '../src/model/event-facts.ts';
import { createNormaliser } from '../src/normalise/normaliser.ts';
import { sources } from '../src/sources/all-sources.ts';
import type { Source } from '../src/sources/source.ts';
import { peekAt, recordsOf } from '../src/sources/fixtures.ts';
import { StepNames } from './answers.ts';

export interface FactsOfFile {
  readonly source: Source;
  readonly facts: readonly EventFacts[];
  /** The names that labels have for events. */
  readonly names: StepNames;
}

/** The events of a file as ingest sees them, without an archive. */
export function readFacts(file: string): FactsOfFile {
  const text = readFileSync(file, 'utf8');
  const peek = peekAt(file, text.endsWith('\n') ? text : `${text}\n`);
  const source = sources.find((each) => each.matches(peek));
  if (!source) throw new Error(`${file}: no source knows it`);
  const reader = source.reader(source.identify(peek));
  const normaliser = createNormaliser();
  const extractor = new FactExtractor();
  const names = new StepNames();
  const facts: EventFacts[] = [];
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
      facts.push(extractor.extract(draft, normaliser.event(draft)));
    }
  }
  return { source, facts, names };
}

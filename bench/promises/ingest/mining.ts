import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionStories } from '../../../src/ingest/analysis/session-stories.ts';
import { FactExtractor } from '../../../src/ingest/analysis/fact-extractor.ts';
import { endingOf } from '../../../src/normalise/failures/ending.ts';
import { createNormaliser } from '../../../src/normalise/normaliser.ts';
import { peekAt, recordsOf } from '../../../src/sources/fixtures.ts';
import { sources } from '../../../src/sources/all-sources.ts';
import { findCorpus } from '../../corpus.ts';
import type { SpeedPromise } from '../../promise.ts';
import { ingestInChild } from '../../run-child.ts';
import { megabytes } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 3;

export const mining: SpeedPromise = {
  name: 'mining',
  says: 'Finding failures and what was done about them adds at most a quarter to ingest.',

  async measure(say) {
    using folder = temporaryFolder();
    const corpus = findCorpus(folder.path);
    const files = corpus.files.filter((path) => path.endsWith('.jsonl'));
    let mined = Infinity;
    let ingested = Infinity;
    let stories = 0;
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      ingested = Math.min(ingested, ingestInChild(join(folder.path, `${round}.db`), corpus.folders).cpuSeconds);
      const sum = { seconds: 0, stories: 0 };
      for (const path of files) {
        const { seconds, stories: found } = mine(path);
        sum.seconds += seconds;
        sum.stories += found;
      }
      mined = Math.min(mined, sum.seconds);
      stories = sum.stories;
    }
    return {
      how: `Over ${corpus.says}, ${files.length} files, ${megabytes(corpus.bytes)}; processor time, best of ${rounds}: what mining takes by itself, and a whole ingest, which includes it.`,
      findings: [
        {
          what: 'mining / the rest of ingest',
          measured: mined / (ingested - mined),
          unit: 'x',
          most: 0.25,
          detail: `${mined.toFixed(2)} s of ${ingested.toFixed(2)} s of processor, ${stories} stories`,
        },
      ],
    };
  },
};

/** The time beyond reading and extracting facts, which causes need too. */
function mine(path: string): { readonly seconds: number; readonly stories: number } {
  const text = readFileSync(path, 'utf8');
  const peek = peekAt(path, text);
  const source = sources.find((each) => each.matches(peek));
  if (!source) return { seconds: 0, stories: 0 };
  const reader = source.reader(source.identify(peek));
  const normaliser = createNormaliser();
  const extractor = new FactExtractor();
  const events = recordsOf(source, peek, text).flatMap((record, index) =>
    (reader.line({ ...record, number: index + 1 }).drafts ?? []).map((draft) => {
      const event = normaliser.event(draft);
      return { what: draft.what, event, facts: extractor.extract(draft, event) };
    }),
  );
  const stories = new SessionStories();
  const began = process.threadCpuUsage();
  for (const { event, facts } of events) {
    if (event.result) endingOf(event.result);
    stories.add(facts);
  }
  const found = stories.take().length;
  const { user, system } = process.threadCpuUsage(began);
  return { seconds: (user + system) / 1e6, stories: found };
}

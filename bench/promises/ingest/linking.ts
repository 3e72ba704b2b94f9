import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { argumentsOf } from '../../../src/causal/text/arguments-of.ts';
import { createLinker } from '../../../src/causal/create-linker.ts';
import { readShown } from '../../../src/causal/text/shown.ts';
import type { Linker } from '../../../src/causal/linker.ts';
import type { Draft } from '../../../src/model/draft.ts';
import type { Operation } from '../../../src/model/operation.ts';
import { SessionLinkers } from '../../../src/ingest/analysis/session-linkers.ts';
import { FactExtractor } from '../../../src/ingest/analysis/fact-extractor.ts';
import { createNormaliser, type NormalEvent } from '../../../src/normalise/normaliser.ts';
import { operationsOf } from '../../../src/normalise/operations/operations.ts';
import { parseCall } from '../../../src/normalise/parse-call.ts';
import { peekAt, recordsOf } from '../../../src/sources/fixtures.ts';
import { sources } from '../../../src/sources/all-sources.ts';
import type { Source } from '../../../src/sources/source.ts';
import { findCorpus } from '../../corpus.ts';
import type { SpeedPromise } from '../../promise.ts';
import { megabytes } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 3;

export const linking: SpeedPromise = {
  name: 'linking',
  says: 'Finding causes runs at 0.25 of the speed of `JSON.parse` on the same lines, costs the same per call however long the session is, and memory stays bounded.',

  async measure(say) {
    using folder = temporaryFolder();
    const corpus = findCorpus(folder.path);
    const files = corpus.files.filter((path) => path.endsWith('.jsonl'));
    let parse = Infinity;
    let causes = Infinity;
    let whole = Infinity;
    let [bytes, calls, edges] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      const sum = { parse: 0, link: 0, whole: 0, bytes: 0, calls: 0, edges: 0 };
      for (const path of files) add(sum, oneFile(path));
      parse = Math.min(parse, sum.parse);
      causes = Math.min(causes, sum.link);
      whole = Math.min(whole, sum.whole);
      ({ bytes, calls, edges } = sum);
    }
    say('one long session');
    const { early, late, heap } = longSession();
    return {
      how: `Over ${corpus.says}, ${files.length} files, ${megabytes(bytes)}; processor time of one thread, files interleaved, best of ${rounds}. The long session has 20,000 calls.`,
      findings: [
        {
          what: 'speed of finding causes / of parsing',
          measured: parse / causes,
          unit: 'x',
          least: 0.25,
          detail: `parse ${parse.toFixed(0)} ms, causes ${causes.toFixed(0)} ms, ${calls} calls, ${edges} causes`,
        },
        {
          what: 'the same with shell lines taken apart',
          measured: parse / whole,
          unit: 'x',
          detail: `${whole.toFixed(0)} ms`,
        },
        {
          what: 'a call late in a long session / early in it',
          measured: late / early,
          unit: 'x',
          most: 2,
          detail: `${(early * 1000).toFixed(0)} µs, then ${(late * 1000).toFixed(0)} µs`,
        },
        { what: 'memory of the long session', measured: heap, unit: 'MB', most: 60 },
      ],
    };
  },
};

type Figures = Record<'parse' | 'link' | 'whole' | 'bytes' | 'calls' | 'edges', number>;

function add(sum: Figures, figures: Figures): void {
  for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += figures[name];
}

function oneFile(path: string): Figures {
  const text = readFileSync(path, 'utf8');
  const peek = peekAt(path, text);
  const source = sources.find((each) => each.matches(peek));
  const figures = { parse: 0, link: 0, whole: 0, bytes: text.length, calls: 0, edges: 0 };
  if (!source) return figures;
  const records = recordsOf(source, peek, text);
  let began = processorMs();
  for (const record of records) parsed(record.text);
  figures.parse = processorMs() - began;

  const drafts = read(source, peek, records);
  const linkers = new Map<string, Linker>();
  began = processorMs();
  for (const each of drafts) figures.edges += link(linkers, each);
  figures.link = processorMs() - began;
  figures.calls = drafts.filter(({ operations }) => operations).length;

  const extractor = new FactExtractor();
  const inIngest = new SessionLinkers(source.gives);
  began = processorMs();
  for (const { draft, event } of drafts) inIngest.add(extractor.extract(draft, event));
  figures.whole = processorMs() - began;
  return figures;
}

/** As ingest does it, except for the operations of each call, which are given. */
function link(
  linkers: Map<string, Linker>,
  { draft: { session, key, parent, what }, event, operations }: ReadDraft,
): number {
  let linker = linkers.get(session);
  if (!linker) linkers.set(session, (linker = createLinker()));
  if (what.is === 'prompt') linker.prompt({ key, text: what.text, origin: what.origin });
  else if (what.is === 'result')
    linker.result({ call: what.call, shown: readShown(event.result?.output ?? what.output), failed: event.failed });
  else if (what.is === 'call')
    return linker.call({
      key,
      ...(parent !== undefined && { message: parent }),
      text: argumentsOf(what.input, operations!),
      operations: operations!,
    }).length;
  return 0;
}

interface ReadDraft {
  readonly draft: Draft;
  readonly event: NormalEvent;
  readonly operations: readonly Operation[] | undefined;
}

function read(source: Source, peek: ReturnType<typeof peekAt>, records: ReturnType<typeof recordsOf>): ReadDraft[] {
  const reader = source.reader(source.identify(peek));
  const normaliser = createNormaliser();
  return records.flatMap((record, index) =>
    (reader.line({ ...record, number: index + 1 }).drafts ?? []).map((draft) => ({
      draft,
      event: normaliser.event(draft),
      operations: draft.what.is === 'call' ? operationsOf(parseCall(draft.what.tool, draft.what.input)) : undefined,
    })),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls that read, change and check a hundred files, each with some text of its own. */
function longSession(): { early: number; late: number; heap: number } {
  const linkers = new SessionLinkers({});
  const extractor = new FactExtractor();
  const normaliser = createNormaliser();
  const session = 'claude:long' as Draft['session'];
  const add = (draft: Draft): void => void linkers.add(extractor.extract(draft, normaliser.event(draft)));
  add({ session, key: 'p', what: { is: 'prompt', origin: 'human', text: 'make it work' } });
  const calls = 20_000;
  const times: number[] = [];
  collectGarbage();
  const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  for (let call = 0; call < calls; call++) {
    const began = processorMs();
    for (const draft of step(session, call)) add(draft);
    times.push(processorMs() - began);
  }
  collectGarbage();
  const heap = (process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers - before) / 1e6;
  const mean = (from: number, to: number): number =>
    times.slice(from, to).reduce((sum, time) => sum + time, 0) / (to - from);
  return { early: mean(1_000, 3_000), late: mean(calls - 2_000, calls), heap };
}

function step(session: Draft['session'], call: number): Draft[] {
  const path = `src/part${call % 100}.ts`;
  const lines = Array.from(
    { length: 40 },
    (_, line) => `  const value${call % 100}_${line} = compute${(call * 7 + line) % 5_000}(input, ${line});`,
  );
  const kinds = [
    { tool: 'Read', input: { file_path: path }, output: lines.join('\n') },
    {
      tool: 'Edit',
      input: { file_path: path, old_string: lines[3], new_string: `${lines[3]}\n  track${call}(value);` },
      output: 'The file has been updated.',
    },
    {
      tool: 'Bash',
      input: { command: 'npm test' },
      output: `${'ok\n'.repeat(20)}not ok compute${call % 5_000}\n  at ${path}:12`,
    },
  ];
  const { tool, input, output } = kinds[call % kinds.length]!;
  return [
    { session, key: `c${call}`, what: { is: 'call', tool, input } },
    {
      session,
      key: `r${call}`,
      what: { is: 'result', call: `c${call}`, output, ...(call % 3 === 2 && { exitCode: 1 }) },
    },
  ];
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

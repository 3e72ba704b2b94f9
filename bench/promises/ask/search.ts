import { DatabaseSync } from 'node:sqlite';
import { statSync } from 'node:fs';
import { millionEvents } from '../../million.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median, megabytes, spread } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const rounds = 30;
// Words that most generated sessions have, which is the slowest case: everything that is rare is quicker.
const questions = [
  'how did we fix the cart total test',
  'why does the login page retry the upload',
  'where did we rename the cache migration',
  'the parser test fails after the build',
];
const words = ['cart', 'login', 'cache', 'parser'];

export const search: SpeedPromise = {
  name: 'search',
  says: 'In a store of a million events a question is answered in at most 60 ms, and in at most twice the time of looking up a word.',

  async measure(say) {
    const { store: path } = millionEvents(say);
    const { openStemma } = await built('index');
    const { openSqlite } = await built('store/sqlite/open');
    await using stemma = await openStemma({ db: path });
    await using store = await openSqlite(path, { mode: 'read' });
    const before = process.memoryUsage.rss();

    // Interleaved: what else the machine does then slows all of them alike.
    const ways: readonly (readonly [string, (at: number) => Promise<number>])[] = [
      ['question', async (at) => (await stemma.search(questions[at % questions.length]!)).sessions.length],
      ['word', async (at) => (await stemma.search(words[at % words.length]!)).sessions.length],
      ['list', async (at) => (await store.read.search({ text: words[at % words.length]!, limit: 20 })).hits.length],
    ];
    const took = new Map(ways.map(([name]) => [name, [] as number[]]));
    for (let round = 0; round < rounds + 5; round++) {
      for (const [name, ask] of ways) {
        const started = performance.now();
        const found = await ask(round);
        if (round >= 5) took.get(name)!.push(performance.now() - started);
        if (found === 0) throw new Error(`${name}: nothing was found.`);
      }
    }
    const of = (name: string): readonly number[] => took.get(name)!;
    const growth = process.memoryUsage.rss() - before;
    const finding = (what: string, name: string, most?: number): Finding => ({
      what,
      measured: median(of(name)),
      unit: 'ms',
      ...(most !== undefined && { most }),
      detail: spread(of(name)),
    });
    const index = indexBytes(path);
    return {
      how: `In process, as the SDK asks, texts around the matches included; ${rounds} each, interleaved, medians. The list of events with a word, newest first, is what a search was before it ranked.`,
      findings: [
        finding('a question of three to five frequent words', 'question', 60),
        finding('a frequent word', 'word', 60),
        finding('the newest events with a word', 'list'),
        {
          what: 'question / newest events with a word',
          measured: median(of('question')) / median(of('list')),
          unit: 'x',
          most: 2,
        },
        {
          what: 'index / store',
          measured: (100 * index) / statSync(path).size,
          unit: '%',
          detail: megabytes(index),
        },
        { what: 'memory that questions add', measured: growth / 1e6, unit: 'MB', most: 150 },
      ],
    };
  },
};

function indexBytes(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(db.prepare('select sum(length(block)) as bytes from search_data').get()!['bytes']);
  } finally {
    db.close();
  }
}

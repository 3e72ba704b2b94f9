// STEMMA_CORPUS=DIR node eval/quiz/cut.ts OUT [--count 12] [--seed 1] [--first 1]: draws sessions of the corpus that no
// set has, of every agent and repository about as many, cuts each in the middle and writes OUT/NN/cut.jsonl or cut.json (what
// was there), before.txt and after.txt (for who writes the quiz) and session.json.
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../bench/generate/random.ts';
import { withArchive } from '../archive.ts';
import { shuffled } from '../shuffled.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { transcriptOf } from './transcript.ts';

/** In characters of the transcript before the cut: shorter is no work, longer nobody reads in one sitting. */
const readable = { least: 25_000, most: 330_000 };
const maxAfter = 25_000;
const maxFile = 20_000_000;
/** One JSON record per line, or a document with a list of messages: cut there, it is what the agent had written by then. */
const agents = ['claude', 'codex', 'codex-old', 'copilot-cli', 'pi', 'gemini', 'opencode'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '1' },
  },
});
const [out] = positionals;
const corpus = process.env['STEMMA_CORPUS'];
if (out === undefined || corpus === undefined) throw new Error('Give a folder, and a corpus in STEMMA_CORPUS.');

const random = new Random(Number(values.seed));
const quizzed = new Set(
  globSync(join(import.meta.dirname, 'sets', '*', '*.json')).map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { readonly session: string }).session,
  ),
);
const files = [
  ...agents.flatMap((agent) => globSync(join(corpus, agent, '*', '**', '*.{jsonl,json}'))),
  // A folder of chosen sessions, named by agent and repository: `cl-starcar2.jsonl`.
  ...globSync(join(corpus, '*.{jsonl,json}')),
];
const places = new Map(
  Object.entries(Object.groupBy(shuffled(files.toSorted(), random), placeOf)).map(([place, own]) => [place, own!]),
);
/** How many sessions of each agent and of each repository there are. */
const drawn = new Map<string, number>();
const timesDrawn = (place: string): number => place.split('/').reduce((sum, part) => sum + (drawn.get(part) ?? 0), 0);
let made = 0;
while (made < Number(values.count) && places.size > 0) {
  const [place, own] = [...places].reduce((a, b) => (timesDrawn(b[0]) < timesDrawn(a[0]) ? b : a));
  const file = own.pop();
  if (file === undefined) places.delete(place);
  // Most files are too short: look on until one fits.
  else if (await cut(file, String(made + Number(values.first)).padStart(2, '0')))
    for (const part of place.split('/')) drawn.set(part, (drawn.get(part) ?? 0) + 1);
}
process.stdout.write(`${made} sessions in ${out}\n`);

async function cut(file: string, name: string): Promise<boolean> {
  if (statSync(file).size > maxFile || statSync(file).size < readable.least) return false;
  const records = recordsOf(file);
  const at = Math.floor(records.count * (0.4 + 0.45 * random.next()));
  if (records.count < records.least) return false;
  const folder = join(out!, name);
  rmSync(folder, { recursive: true, force: true });
  const part = join(folder, `cut${extname(file)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(part, records.first(at));
  const before = await read(part, 0);
  if (before === undefined || before.text.length < readable.least || before.text.length > readable.most) return false;
  if (quizzed.has(before.uid)) return false;
  quizzed.add(before.uid);
  const whole = await read(file, before.last);
  if (whole === undefined || whole.uid !== before.uid || whole.text.length < 3_000) return false;
  writeFileSync(join(folder, 'before.txt'), before.text);
  writeFileSync(join(folder, 'after.txt'), whole.text.slice(0, maxAfter));
  const about = { session: before.uid, file: file.slice(corpus!.length + 1), lines: at };
  writeFileSync(join(folder, 'session.json'), `${JSON.stringify(about, null, 1)}\n`);
  process.stdout.write(`${name}: ${about.file}, ${at} of ${records.count} records, ${before.text.length} characters\n`);
  made++;
  return true;
}

interface Records {
  readonly count: number;
  /** Fewer are no work. */
  readonly least: number;
  readonly first: (count: number) => string;
}

function recordsOf(file: string): Records {
  const whole = readFileSync(file, 'utf8');
  if (file.endsWith('.jsonl')) {
    const lines = whole.split('\n').filter(Boolean);
    return { count: lines.length, least: 60, first: (count) => `${lines.slice(0, count).join('\n')}\n` };
  }
  const document = JSON.parse(whole) as { readonly messages?: readonly unknown[] };
  const messages = document.messages ?? [];
  return {
    count: messages.length,
    least: 16,
    first: (count) => JSON.stringify({ ...document, messages: messages.slice(0, count) }),
  };
}

async function read(file: string, after: number): Promise<{ uid: string; text: string; last: number } | undefined> {
  return await withArchive([file], async (stemma, home) => {
    const { sessions } = await stemma.sessions({ limit: 100 });
    const session = sessions.toSorted((a, b) => b.events - a.events)[0];
    if (session === undefined) return undefined;
    await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'read' });
    const last = (await store.read.recentEvents(session.uid, { limit: 1 }))[0]?.seq ?? 0;
    return { uid: session.uid, text: await transcriptOf(store.read, session.uid, after), last };
  });
}

function placeOf(file: string): string {
  const parts = file.slice(corpus!.length + 1).split('/');
  return parts.length > 2 ? parts.slice(0, 2).join('/') : basename(file).replace(/\d.*$/, '').replace('-', '/');
}

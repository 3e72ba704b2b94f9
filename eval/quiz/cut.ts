// STEMMA_CORPUS=DIR node eval/quiz/cut.ts OUT [--count 12] [--seed 1]: draws sessions of the corpus (one JSON record per
// line), in turn from every agent and repository, cuts each in the middle and writes OUT/NN/cut.jsonl (what was there),
// before.txt and after.txt (for who writes the quiz) and session.json.
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../bench/generate/random.ts';
import { withArchive } from '../archive.ts';
import { shuffled } from '../shuffled.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { transcriptOf } from './transcript.ts';

/** In characters of the transcript before the cut: shorter is no work, longer nobody reads in one sitting. */
const readable = { least: 25_000, most: 260_000 };
const maxAfter = 25_000;
const maxFile = 20_000_000;
/** One JSON record per line: cutting at a line leaves what the agent had written by then. */
const agents = ['claude', 'codex', 'codex-old', 'copilot-cli', 'pi'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '12' }, seed: { type: 'string', default: '1' } },
});
const [out] = positionals;
const corpus = process.env['STEMMA_CORPUS'];
if (out === undefined || corpus === undefined) throw new Error('Give a folder, and a corpus in STEMMA_CORPUS.');

const random = new Random(Number(values.seed));
const files = agents.flatMap((agent) => globSync(join(corpus, agent, '*', '**', '*.jsonl')));
const byPlace = [...Map.groupBy(shuffled(files.toSorted(), random), (file) => placeOf(file)).values()];
let made = 0;
for (let round = 0; made < Number(values.count) && byPlace.some((own) => own.length > 0); round++) {
  for (const own of byPlace) {
    // Most files are too short: look on until one fits.
    while (made < Number(values.count)) {
      const file = own.pop();
      if (file === undefined || (await cut(file, String(made + 1).padStart(2, '0')))) break;
    }
  }
}
process.stdout.write(`${made} sessions in ${out}\n`);

async function cut(file: string, name: string): Promise<boolean> {
  if (statSync(file).size > maxFile || statSync(file).size < readable.least) return false;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const at = Math.floor(lines.length * (0.4 + 0.45 * random.next()));
  if (lines.length < 60) return false;
  const folder = join(out!, name);
  const part = join(folder, 'cut.jsonl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(part, `${lines.slice(0, at).join('\n')}\n`);
  const before = await read(part, 0);
  if (before === undefined || before.text.length < readable.least || before.text.length > readable.most) return false;
  const whole = await read(file, before.last);
  if (whole === undefined || whole.uid !== before.uid || whole.text.length < 3_000) return false;
  writeFileSync(join(folder, 'before.txt'), before.text);
  writeFileSync(join(folder, 'after.txt'), whole.text.slice(0, maxAfter));
  const about = { session: before.uid, file: file.slice(corpus!.length + 1), lines: at };
  writeFileSync(join(folder, 'session.json'), `${JSON.stringify(about, null, 1)}\n`);
  process.stdout.write(`${name}: ${about.file}, ${at} of ${lines.length} lines, ${before.text.length} characters\n`);
  made++;
  return true;
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
  return parts.length > 2 ? parts.slice(0, 2).join('/') : dirname(basename(file));
}

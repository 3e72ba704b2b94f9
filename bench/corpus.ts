import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface Corpus {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly bytes: number;
  readonly says: string;
}

/** Enough that starting threads and warming up do not decide. */
const enoughBytes = 60e6;
const folders = ['claude', 'codex', 'codex-old'];

/** Real sessions where `STEMMA_CORPUS` says there are some, else the fixtures over and over, written below `scratch`. */
export function findCorpus(scratch: string): Corpus {
  const home = process.env['STEMMA_CORPUS'];
  if (home === undefined) return repeatedFixtures(join(scratch, 'fixtures'));
  const found = folders.map((name) => join(home, name)).filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  return corpusOf(found.length > 0 ? found : [home], 'the public sessions in STEMMA_CORPUS');
}

/** The same file twice would be a copy, and be kept once; so each round has session and record ids of its own. */
function repeatedFixtures(to: string): Corpus {
  const sources = join(import.meta.dirname, '../src/sources');
  const fixtures = ['claude-code', 'codex'].flatMap((name) => filesBelow(join(sources, name, 'fixtures'))).filter((path) => path.endsWith('.jsonl'));
  const texts = fixtures.map((path) => ({ path: relative(sources, path), text: readFileSync(path, 'utf8') }));
  let bytes = 0;
  for (let round = 0; bytes < enoughBytes; round++) {
    for (const { path, text } of texts) {
      const copy = renamed(text, round);
      const target = join(to, String(round), renamed(path, round));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, copy);
      bytes += Buffer.byteLength(copy);
    }
  }
  return corpusOf([to], 'this repository’s fixtures, repeated under new ids (set STEMMA_CORPUS to measure real sessions)');
}

function renamed(text: string, round: number): string {
  return text.replace(/\b([0-9a-f]{4})([0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g, (_, first: string, rest: string) => (parseInt(first, 16) ^ round).toString(16).padStart(4, '0') + rest);
}

function corpusOf(roots: readonly string[], says: string): Corpus {
  const files = roots.flatMap(filesBelow);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return { folders: roots, files, bytes, says };
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

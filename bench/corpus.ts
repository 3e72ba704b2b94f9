import { statSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';
import { writeFleet } from './generate.ts';

export interface Corpus {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly bytes: number;
  readonly says: string;
  /** Of people at work, not generated: how well text can be packed is a property of the text. */
  readonly isReal: boolean;
}

const folders = ['claude', 'codex', 'codex-old'];

/** Real sessions where `STEMMA_CORPUS` says there are some, else generated ones, written below `scratch`. */
export function findCorpus(scratch: string): Corpus {
  const home = process.env['STEMMA_CORPUS'];
  if (home === undefined) return generated(join(scratch, 'generated'));
  const found = folders
    .map((name) => join(home, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  return corpusOf(found.length > 0 ? found : [home], 'the public sessions in STEMMA_CORPUS', true);
}

/**
 * Generated sessions have as many bytes an event as the real ones we know, because that decides how fast they are
 * read.
 */
function generated(to: string): Corpus {
  writeFleet(to, 20_000, { output: 2_500 });
  return corpusOf(
    [join(to, 'claude'), join(to, 'codex')],
    'generated sessions (set STEMMA_CORPUS to measure real ones)',
    false,
  );
}

function corpusOf(roots: readonly string[], says: string, isReal: boolean): Corpus {
  const files = roots.flatMap(filesBelow);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return { folders: roots, files, bytes, says, isReal };
}

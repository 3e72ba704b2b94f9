import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findCorpus } from '../../corpus.ts';
import type { SpeedPromise } from '../../promise.ts';
import { ingestInChild } from '../../run-child.ts';
import { megabytes } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const bin = join(import.meta.dirname, '../../../bin/stemma.js');
/** What must still answer. */
const questions = [
  ['errors', '--all'],
  ['similar', 'command not found'],
  ['patterns'],
  ['digest'],
  ['skills'],
  ['cost'],
  ['search', 'test'],
  ['resume', 'latest'],
];

export const eviction: SpeedPromise = {
  name: 'eviction',
  says: 'A store that has let go of all bytes it may let go of takes at most 8 % of what the agents wrote, and still answers.',

  async measure(say) {
    using scratch = temporaryFolder();
    using home = temporaryFolder();
    const corpus = findCorpus(scratch.path);
    const path = join(home.path, 'stemma.db');
    say(`${corpus.files.length} files, ${megabytes(corpus.bytes)}: ${corpus.says}`);
    const { bytes } = ingestInChild(path, corpus.folders);
    const before = statSync(path).size;
    const stemma = (...words: readonly string[]): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words, '--json'], {
        env: { PATH: process.env['PATH'], HOME: scratch.path, STEMMA_HOME: home.path },
        encoding: 'utf8',
        maxBuffer: 1 << 30,
      });
      if (status !== 0) throw new Error(`stemma ${words.join(' ')}: ${stderr}`);
      return stdout;
    };
    const { sessions } = JSON.parse(stemma('evict', '--before', '0d', '--yes')) as {
      readonly sessions: readonly string[];
    };
    const after = statSync(path).size;
    const { errors } = JSON.parse(stemma('errors', '--all', '--limit', '1')) as {
      readonly errors: readonly { readonly id: string }[];
    };
    const all = [...questions, ['why', errors[0]!.id]];
    // One that fails throws; an answer without anything in it is none.
    const answered = all.filter((words) => /\[\s*[{"]/.test(stemma(...words)));
    return {
      how: `\`stemma evict --before 0d\` of ${sessions.length} sessions; the file of the store before and after, against the bytes of the agents' files.${corpus.isReal ? '' : ' Generated sessions are not judged.'}`,
      findings: [
        { what: 'whole store / source bytes', measured: (100 * before) / bytes, unit: '%', detail: megabytes(before) },
        {
          what: 'evicted store / source bytes',
          measured: (100 * after) / bytes,
          unit: '%',
          ...(corpus.isReal && { most: 8 }),
          detail: megabytes(after),
        },
        {
          what: 'questions that still answer',
          measured: (100 * answered.length) / all.length,
          unit: '%',
          least: 100,
          detail: all.map(([verb]) => verb).join(', '),
        },
      ],
    };
  },
};

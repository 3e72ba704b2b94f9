import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built, dist } from '../../stemma.ts';

const loads = 9;
const texts = 20_000;
const vectors = 100_000;
const queries = 50;

export const embedding: SpeedPromise = {
  name: 'embedding',
  says: 'A text is embedded in at most 0.1 ms, after a table that loads in 15; the nearest ten of 100,000 are found in at most 10 ms.',

  async measure(say) {
    const loading = Array.from({ length: loads }, loadOnce);
    const { embed } = await built('memory/embed/embed');
    const { VectorIndex } = await built('memory/embed/vectors');
    const messages = Array.from({ length: texts }, (_, at) => message(at));
    for (const text of messages.slice(0, 2_000)) embed(`${text} warm`);
    const each = Array.from({ length: texts / 500 }, (_, part) => {
      const began = performance.now();
      for (const text of messages.slice(500 * part, 500 * (part + 1))) embed(text);
      return (performance.now() - began) / 500;
    });

    say(`${vectors} vectors`);
    const index = new VectorIndex<number>();
    const adding = performance.now();
    for (let at = 0; at < vectors; at++) index.add(at, embed(message(at)));
    const added = (performance.now() - adding) / vectors;
    const coding = performance.now();
    index.nearest(embed('the first one'), 10);
    const coded = performance.now() - coding;
    const took: number[] = [];
    for (let at = 0; at < queries; at++) {
      const query = embed(message(at * 1_997 + 13));
      const asked = performance.now();
      index.nearest(query, 10);
      took.push(performance.now() - asked);
    }
    const findings: Finding[] = [
      {
        what: 'loading the table',
        measured: median(loading),
        unit: 'ms',
        most: 15,
        detail: `best ${Math.min(...loading).toFixed(1)} ms, worst ${Math.max(...loading).toFixed(1)} ms`,
      },
      {
        what: 'a text',
        measured: median(each),
        unit: 'ms',
        most: 0.1,
        detail: `${texts} messages of about ${Math.round(messages.join('').length / texts)} characters, none twice, timed 500 at a time`,
      },
      {
        what: 'ten of 100,000',
        measured: median(took),
        unit: 'ms',
        most: 10,
        detail: `worst ${Math.max(...took).toFixed(1)} ms; embedding and adding one took ${(1000 * added).toFixed(0)} µs, the first search, which makes the codes, ${coded.toFixed(0)} ms`,
      },
    ];
    return {
      how: `The table in a fresh process each time, median of ${loads}; the rest in process, warm; messages put together from ${words.length} words, names and paths; median of ${queries} searches.`,
      findings,
    };
  },
};

function loadOnce(): number {
  const module = pathToFileURL(join(dist, 'memory/embed/table.js')).href;
  const script = `const { loadTable } = await import('${module}'); const started = performance.now(); loadTable(); console.log(performance.now() - started);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

const words = [
  'error',
  'cannot',
  'find',
  'module',
  'connection',
  'refused',
  'timeout',
  'while',
  'reading',
  'property',
  'undefined',
  'permission',
  'denied',
  'expected',
  'token',
  'failed',
  'to',
  'parse',
  'the',
  'configuration',
  'of',
  'server',
  'missing',
  'argument',
  'invalid',
  'value',
  'for',
  'column',
  'table',
  'constraint',
  'in',
  'function',
  'assertion',
  'test',
  'snapshot',
  'import',
  'from',
  'package',
];

/** Twenty words, a name and a path, no two alike. */
function message(at: number): string {
  let state = at + 1;
  const pick = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return words[(state >>> 8) % words.length]!;
  };
  return `${Array.from({ length: 18 }, pick).join(' ')} ${pick()}${pick().toUpperCase()}Error at /srv/${pick()}/${pick()}-${at}.ts:${at % 900}`;
}

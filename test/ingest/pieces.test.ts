import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFiles, peekAt } from '../../src/sources/fixtures.ts';
import { gemini } from '../../src/sources/gemini/index.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { Source } from '../../src/sources/source.ts';
import { Archive, seen } from '../support/archive.ts';
import { differingCaptures } from '../support/captures.ts';

const most = 3;
const differing = differingCaptures();

// Whatever is appended to while it is watched ends as if it had been read at once: the longest transcript of each
// scenario that differs for a store. (That readers give the same in pieces is in the contract of sources, for every capture.)
test.each(sources.flatMap((source) => appended(source)))('$title', async ({ name, lines }) => {
  const archive = await Archive.open();
  for (const part of grown(lines)) {
    archive.write(name, part);
    await archive.ingest();
  }
  expect(await stateOf(archive)).toEqual(await atOnce(name, lines));
});

test('time until an answer is complete counts once, and both records of it are used, in any number of pieces', async () => {
  const at = (second: number) => `2026-11-15T20:00:${String(second).padStart(2, '0')}.000Z`;
  const lines = [
    { sessionId: 'b6a1', projectHash: 'x', startTime: at(0), lastUpdated: at(0), kind: 'main' },
    { id: 'm1', timestamp: at(1), type: 'user', content: 'Why?' },
    { id: 'm2', timestamp: at(5), type: 'gemini', content: 'Let me see', thoughts: [] },
    {
      id: 'm2',
      timestamp: at(8),
      type: 'gemini',
      content: 'Let me see.',
      thoughts: [],
      tokens: { input: 10, output: 2, cached: 0 },
    },
    { id: 'm3', timestamp: at(11), type: 'gemini', content: 'Because.', thoughts: [] },
  ].map((record) => `${JSON.stringify(record)}\n`);
  const archive = await Archive.open();
  for (const end of lines.keys()) {
    archive.write('chats/s.jsonl', lines.slice(0, end + 1).join(''));
    await archive.ingest({ sources: [gemini] });
  }
  const whole = await atOnce('chats/s.jsonl', lines);
  expect(whole).toMatchObject({
    lines: { mapped: 4, copy: 0 },
    sessions: [{ cost: { wall_clock_s: 10, input_tokens: 10 } }],
  });
  expect(await stateOf(archive)).toEqual(whole);
});

function appended(
  source: Source,
): { readonly title: string; readonly name: string; readonly lines: readonly string[] }[] {
  const fixtures = join(import.meta.dirname, '../../src/sources', source.name, 'fixtures');
  const own = differing.filter((capture) => capture.source === source.name);
  return own.flatMap(({ scenario }) => {
    const [longest] = fixtureFiles(join(fixtures, scenario))
      .filter(({ peek }) => source.matches(peek) && !source.container?.matches(peek) && !source.document?.(peek))
      .map(({ path }) => ({ path, lines: readFileSync(path, 'utf8').split(/(?<=\n)/) }))
      .filter(({ path, lines }) => isAlwaysTheSame(source, path, lines))
      .sort((a, b) => b.lines.length - a.lines.length);
    return longest
      ? [
          {
            title: `${source.title} ${scenario}`,
            name: join(basename(dirname(longest.path)), basename(longest.path)),
            lines: longest.lines,
          },
        ]
      : [];
  });
}

/** A fork begins with copies, written at once; not before its own lines does it say whose it is. */
function isAlwaysTheSame(source: Source, path: string, lines: readonly string[]): boolean {
  return new Set(grown(lines).map((part) => source.identify(peekAt(path, part)).session)).size === 1;
}

function grown(lines: readonly string[]): readonly string[] {
  const parts = Math.min(lines.length, most);
  return Array.from({ length: parts }, (_, index) =>
    lines.slice(0, Math.round((lines.length * (index + 1)) / parts)).join(''),
  );
}

async function atOnce(name: string, lines: readonly string[]): Promise<unknown> {
  const archive = await Archive.open();
  archive.write(name, lines.join(''));
  await archive.ingest();
  return stateOf(archive);
}

async function stateOf(archive: Archive): Promise<unknown> {
  const files = await Array.fromAsync(archive.store.read.files());
  return { sessions: await seen(archive.store), lines: files[0]?.lines };
}

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readFacts } from '../../eval/session-steps.ts';
import { keptPlace } from '../../src/ingest/analysis/kept-analyses.ts';
import { type AnalysisState, SessionAnalysis } from '../../src/ingest/analysis/session-analysis.ts';
import type { EventFacts } from '../../src/model/event-facts.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { Source } from '../../src/sources/source.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { Archive, seen } from '../support/archive.ts';
import { longSession, Transcript } from '../support/transcript.ts';

// A session that grows is analysed from what was kept of its analysis. That must give what all of it gives.

describe('an analysis that is put away and taken out again', () => {
  test.each(sessions())(
    'goes on as if nothing had happened: $name',
    ({ path }) => {
      const { source, facts } = readFacts(path);
      fc.assert(
        fc.property(fc.array(fc.nat(facts.length), { minLength: 1, maxLength: 4 }), (places) => {
          const cuts = [...new Set([...places, facts.length])].toSorted((a, b) => a - b);
          expect(inPieces(facts, cuts, source, true)).toEqual(inPieces(facts, cuts, source, false));
        }),
        { numRuns: 3 },
      );
    },
    120_000,
  );

  /** What is found between the cuts. */
  function inPieces(facts: readonly EventFacts[], cuts: readonly number[], source: Source, putAway: boolean) {
    let analysis = new SessionAnalysis(source, true);
    let from = 0;
    return cuts.map((to) => {
      const causes = facts.slice(from, to).map((each, at) => analysis.add(each, at));
      const stories = analysis.takeStories();
      from = to;
      const state = putAway ? analysis.state() : undefined;
      if (state) analysis = new SessionAnalysis(source, deserialize(serialize(state)) as AnalysisState);
      return { causes, stories };
    });
  }
});

describe('a long session that grows', () => {
  const lines = longSession('long', 500).lines;
  const last = new Transcript('long');
  last.lines.push(...lines);
  last
    .prompt('look at file 3 again')
    .calls('toolu_again', 'Read', { file_path: '/home/dev/shop/src/file-3.js' })
    .returns('toolu_again', 'ENOENT: no such file or directory, open /home/dev/shop/src/file-3.js', true);
  const whole = last.toString();
  const first = `${lines.join('\n')}\n`;

  async function grown(between: (place: string) => void = () => {}) {
    const archive = await Archive.open();
    const keepAnalyses = join(archive.folder, '.kept');
    const path = archive.write('s.jsonl', first);
    const read = () => archive.ingest({ keepAnalyses, paths: [path] });
    await read();
    between(keptPlace(keepAnalyses, path));
    archive.write('s.jsonl', whole);
    await read();
    return seen(archive.store);
  }

  async function atOnce() {
    const archive = await Archive.open();
    const path = archive.write('s.jsonl', whole);
    await archive.ingest({ paths: [path] });
    return seen(archive.store);
  }

  test('has the causes and failures of the whole, from what was kept or without it', async () => {
    const expected = await atOnce();
    expect(await grown((place) => expect(statSync(place).mode & 0o777).toBe(0o600))).toEqual(expected);
    expect(await grown((place) => rmSync(place))).toEqual(expected);
    expect(await grown((place) => writeFileSync(place, 'damaged'))).toEqual(expected);
  });

  test('is not read again from its beginning', async () => {
    // An analysis that has forgotten everything gives other causes: so it was used.
    const forget = (place: string) => {
      const kept = deserialize(zstdDecompressSync(readFileSync(place))) as { mark: string; state: AnalysisState };
      writeFileSync(place, zstdCompressSync(serialize({ ...kept, state: { linkers: [], stories: [] } })));
    };
    expect(await grown(forget)).not.toEqual(await atOnce());
  });

  test('leaves nothing behind when a session is forgotten', async () => {
    const home = mkdtempSync(join(tmpdir(), 'stemma-kept-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    writeFileSync(join(home, 's.jsonl'), first);
    const { run } = fakeApp(home, { sources: async () => sources });
    await run('ingest', join(home, 's.jsonl'));
    const kept = readdirSync(home, { recursive: true }).find((name) => String(name).endsWith('.analysis'));
    expect(kept).toBeDefined();
    expect(await run('forget', `claude:${last.session}`, '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(join(home, String(kept)))).toBe(false);
  });
});

/** Transcripts of agents, and of the corpus where there is one. */
function sessions(): { readonly name: string; readonly path: string }[] {
  const fixtures = join(import.meta.dirname, '../../src/sources');
  const ours = ['claude-code', 'codex', 'pi'].flatMap((source) => largest(join(fixtures, source, 'fixtures'), 3));
  const corpus = process.env['STEMMA_CORPUS'];
  return corpus === undefined
    ? ours
    : [...ours, ...largest(join(corpus, 'claude'), 12), ...largest(join(corpus, 'codex'), 6)];
}

function largest(folder: string, count: number): { readonly name: string; readonly path: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, count)
    .map((path) => ({ name: path.slice(folder.length + 1), path }));
}

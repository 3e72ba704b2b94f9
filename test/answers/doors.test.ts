import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStemmaOf } from '../../src/sdk/open-stemma.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import type { StoreMode } from '../../src/store/store.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { token } from '../../src/testing/stories.ts';
import { Transcript } from '../support/transcript.ts';

// Names and paths are kept as the agent wrote them: the archive is found by them. They are redacted where they leave.
const home = mkdtempSync(join(tmpdir(), 'stemma-doors-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const { run: stemma } = fakeApp(home, { sources: async () => sources });
const folder = join(home, `checkout-${token}`);
const transcript = new Transcript('doors')
  .prompt('look around')
  .calls('toolu_1', `look-${token}`, { at: 'it' })
  .returns('toolu_1', 'nothing there', true)
  .raw('{"type":');
const lines = transcript.lines
  .map((line) =>
    line.endsWith('}')
      ? JSON.stringify({ ...JSON.parse(line), cwd: `/home/dev/${token}/shop`, gitBranch: `try/${token}` })
      : line,
  )
  .join('\n');

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, `${transcript.session}.jsonl`), `${lines}\n`);
  await stemma('ingest', folder);
});

const questions = [
  ['sessions'],
  ['timeline'],
  ['tree'],
  ['tree', '--causal'],
  ['graph'],
  ['replay'],
  ['replay', '--brief'],
  ['replay', '--summary'],
  ['search', 'nothing'],
  ['event', 'toolu_1'],
  ['why', 'toolu_1'],
  ['impact', 'toolu_1'],
  ['roots', 'toolu_1'],
  ['critical-path'],
  ['failure'],
  ['failure', 'toolu_1'],
  ['similar', 'nothing there'],
  ['similar', 'toolu_1'],
  ['patterns', '--min-count', '1'],
  ['unresolved'],
  ['errors'],
  ['errors', '--all'],
  ['performance'],
  ['resume', transcript.session],
  ['handoff', transcript.session, '--to', 'codex'],
  ['digest'],
  ['cost'],
  ['cost', '--by', 'repo'],
  ['stats'],
  ['skills'],
  ['recommend', 'look around'],
  ['compare', transcript.session, transcript.session],
  ['doctor'],
  ['export'],
  ['export', '--format', 'jsonl'],
  ['export', '--format', 'causetrace'],
  ['export', '--format', 'mermaid'],
  ['export', '--format', 'dot'],
  ['export', '--format', 'svg'],
  ['export', '--format', 'html'],
  ['forget', '--repo', 'shop', '--dry-run'],
  ['start'],
];

test.each(
  [...questions, ...questions.map((question) => [...question, '--json'])].map((question) => ({
    question,
    words: question.join(' '),
  })),
)('no secret in a name or a path comes out of: stemma $words', async ({ question }) => {
  const { code, out, err } = await stemma(...question);
  expect(code).toBe(0);
  expect(out + err).not.toContain(token);
});

test('--raw leaves names and paths alone', async () => {
  const { sessions } = JSON.parse((await stemma('sessions', '--json', '--raw')).out);
  expect(sessions[0]).toMatchObject({
    cwd: `/home/dev/${token}/shop`,
    branch: `try/${token}`,
    source_path: expect.stringContaining(token),
  });
  expect(JSON.parse((await stemma('event', 'toolu_1', '--json', '--raw')).out)).toMatchObject({
    event: { tool: `look-${token}` },
    place: { path: expect.stringContaining(token) },
  });
});

test('the library gives none away either, and still finds what it redacted', async () => {
  const parts = {
    openStore: <Mode extends StoreMode>(path: string, mode: Mode) => openArchive(path, mode),
    sources,
    machine: { home, env: {} },
    clock: Date.now,
  };
  await using library = await openStemmaOf(parts, { home: join(home, '.stemma') });
  const { events } = await library.timeline();
  const id = events[1]!.id;
  const answers = [
    await library.sessions(),
    await library.browse(),
    await library.facets(),
    await library.session(),
    await library.graph(),
    await library.skeleton(),
    await library.rows(),
    await library.tree(),
    await library.tree({ causal: true }),
    await library.replaySummary(),
    await library.event(id),
    await library.step(id),
    await library.why(id),
    await library.impact(id),
    await library.roots(id),
    await library.criticalPath(),
    await library.failure(),
    await library.failure(id),
    await library.errors(),
    await library.errorsEverywhere(),
    await library.similar('nothing there'),
    await library.patterns({ minCount: 1 }),
    await library.unresolved(),
    await library.resume(transcript.session),
    await library.handoff('codex', transcript.session),
    await library.compare(transcript.session, transcript.session),
    await library.digest(),
    await library.cost({ by: 'repo' }),
    await library.stats(),
    await library.performance(),
    await library.search('nothing'),
    await Array.fromAsync(library.replay()),
    await Array.fromAsync(library.export(undefined, 'jsonl')),
  ];
  expect(JSON.stringify(answers)).not.toContain(token);
  expect((await library.sessions({ repo: `/home/dev/${token}` })).total).toBe(1);
});

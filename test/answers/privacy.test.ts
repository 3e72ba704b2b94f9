import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sources } from '../../src/sources/all-sources.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { Transcript } from '../support/transcript.ts';
import type { SearchAnswer } from '../../src/types.ts';

const home = mkdtempSync(join(tmpdir(), 'stemma-privacy-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const app = fakeApp(home, { sources: async () => sources });

// Put together here, so that no scanner takes this file for a leak.
const secrets = {
  github: ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_'),
  aws: ['AKIA', 'Q3EGRIJ7XKPLMZWD'].join(''),
  anthropic: ['sk', 'ant', 'api03', 'Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0Fe9Dc8Ba7'].join('-'),
  url: ['hunter', '2secret'].join(''),
  assigned: ['correct', 'horse', 'battery'].join('-'),
};

const story = new Transcript('privacy')
  .prompt(`deploy with ${secrets.github} please`)
  .says(`I will use ${secrets.anthropic} for it.`)
  .calls('toolu_1', 'Bash', {
    command: `export AWS_ACCESS_KEY_ID=${secrets.aws}; psql postgres://app:${secrets.url}@db/shop`,
  })
  .returns('toolu_1', `Exit code 1\nFATAL: PASSWORD=${secrets.assigned} rejected for key ${secrets.aws}`, true)
  .calls('toolu_2', 'Write', {
    file_path: '/home/dev/shop/.env',
    content: `GITHUB_TOKEN=${secrets.github}\nDB_PASSWORD=${secrets.assigned}\n`,
  })
  .returns('toolu_2', 'File created.');

story.raw(JSON.stringify({ type: 'ai-title', aiTitle: `Deploy with ${secrets.github}`, sessionId: story.session }));

const history = join(home, 'history');
writeFileSync(history, story.toString());
await stemma('ingest', history);
const events = (JSON.parse(await stemma('timeline', story.session, '--json')) as { events: { id: string }[] }).events;

const questions: string[][] = [
  ['sessions'],
  ['timeline', story.session],
  ['tree', story.session],
  ['graph', story.session],
  ['replay', story.session, '--speed', '0'],
  ['search', 'deploy'],
  ['search', 'rejected'],
  ['search', 'psql'],
  ['doctor'],
  ['failure'],
  ...events.flatMap(({ id }) => [
    ['event', id],
    ['why', id],
    ['impact', id],
    ['failure', id],
  ]),
];

test.each(
  [...questions, ...questions.map((question) => [...question, '--json'])].map((question) => ({
    question,
    words: question.join(' '),
  })),
)('no secret comes out of: stemma $words', async ({ question }) => {
  expect(secretsIn(await stemma(...question))).toEqual([]);
});

test.each(['json', 'jsonl', 'causetrace', 'otlp', 'mermaid', 'dot', 'svg', 'html'])(
  'no secret is in an export as %s',
  async (format) => {
    const text = await stemma('export', story.session, '--format', format);
    expect(text).toContain('deploy');
    expect(secretsIn(text)).toEqual([]);
  },
);

test('no secret can be searched for', async () => {
  for (const secret of Object.values(secrets)) {
    const { hits, terms } = JSON.parse(await stemma('search', secret, '--events', '--json')) as SearchAnswer;
    expect(secretsIn(JSON.stringify(hits))).toEqual([]);
    // Parts of it may be words of other texts; no event has them all.
    expect(hits.filter(({ matched }) => matched.length === terms.length)).toEqual([]);
  }
});

test('the archive itself is lossless and private: the bytes come back whole, and --raw shows them to their owner', async () => {
  expect(await stemma('event', events[0]!.id, '--raw')).toContain(secrets.github);
  await stemma('restore', story.session, '--to', join(home, 'back'));
  expect(readFileSync(join(home, 'back/history'), 'utf8')).toBe(story.toString());
});

test('nobody else may read the archive', () => {
  const folder = join(home, '.stemma');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder))
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
});

test('what is derived holds no secret either', () => {
  const bytes = readdirSync(join(home, '.stemma'))
    .map((name) => readFileSync(join(home, '.stemma', name), 'latin1'))
    .join('');
  // Blocks are compressed, so whatever is found in plain text was derived.
  expect(bytes).toContain('deploy with');
  expect(secretsIn(bytes)).toEqual([]);
});

function secretsIn(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

async function stemma(...args: string[]): Promise<string> {
  const { code, out, err } = await app.run(...args);
  expect([args, code, err]).toEqual([args, 0, expect.any(String)]);
  expect(secretsIn(err)).toEqual([]);
  return out;
}

import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStemma, type Stemma } from '../../src/index.ts';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { chainRef } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive, seen } from '../support/archive.ts';

// Sessions of which only hooks know: the transcript was deleted, or is on another machine.

const fixtures = join(import.meta.dirname, '../../src/sources');
const hooksOf = (run: string): string => join(fixtures, 'hooks/fixtures', run);

async function asked(run: string): Promise<Stemma> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-hook-only-'));
  const stemma = await openStemma({ home });
  onTestFinished(async () => {
    await stemma.close();
    rmSync(home, { recursive: true, force: true });
  });
  await stemma.ingest({ paths: [hooksOf(run)] });
  return stemma;
}

describe('a session of which only hooks know', () => {
  test('is named by its prompt, and has its numbers in the list', async () => {
    const stemma = await asked('codex-0.166.0/01-fix');
    const { sessions } = await stemma.sessions();
    expect(sessions).toMatchObject([
      {
        title: 'The cart total is wrong. Fix it and make the tests pass.',
        errors: 2,
        outcome: 'success',
        cost: { turns: 1 },
      },
    ]);
    expect(sessions[0]!.cost.wall_clock_s).toBeGreaterThan(0);
  });

  test('says what failed, and what fixed it', async () => {
    const stemma = await asked('codex-0.166.0/01-fix');
    const { errors } = await stemma.errors('codex:');
    expect(
      errors.map(({ kind, culprit, fix, verified }) => [kind, culprit.length > 0, fix.length > 0, verified]),
    ).toEqual([
      ['real', false, true, true],
      ['real', true, true, true],
    ]);
  });

  test('says why a call was made, back to the prompt', async () => {
    const stemma = await asked('codex-0.166.0/01-fix');
    const { steps } = await stemma.graph('codex:');
    const last = steps.at(-1)!;
    const { line, roots } = await stemma.why(last.id);
    expect(line.length).toBeGreaterThan(1);
    expect(roots.map(({ summary }) => summary)).toContain('The cart total is wrong. Fix it and make the tests pass.');
  });

  test('tells the story of a failure, and finds it when it comes again', async () => {
    const stemma = await asked('claude-code-2.1.325/05-tool-errors');
    const { errors } = await stemma.errors('claude:');
    const real = errors.find(({ kind }) => kind === 'real')!;
    expect(await stemma.failure(real.id)).toMatchObject({ target: { step: { failed: true } } });
    const { matches } = await stemma.similar(real.message);
    expect(matches[0]).toMatchObject({ error_message: real.message, session: real.session, similarity: 1 });
  });

  test('knows what was edited', async () => {
    const stemma = await asked('codex-0.166.0/01-fix');
    const { digest } = await stemma.digest('codex:');
    expect(digest?.files.items).toMatchObject([{ path: 'src/cart.js', edits: 2 }]);
  });
});

/** Without what depends on the order in which events were stored. */
async function answers(archive: Archive): Promise<unknown> {
  expect(await archive.store.read.check()).toEqual([]);
  const sessions = (await seen(archive.store)) as { readonly events: readonly { readonly id: string }[] }[];
  return sessions.map((session) => ({
    ...session,
    events: session.events.map((event) => ({ ...event, seq: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  }));
}

const runs = [
  ['codex-0.166.0/01-fix', 'codex/fixtures/0.166.0-01-fix'],
  ['codex-0.166.0/12-subagent-v2', 'codex/fixtures/0.166.0-12-subagent-v2'],
  ['claude-code-2.1.325/05-tool-errors', 'claude-code/fixtures/2.1.325-05-tool-errors'],
  ['claude-code-2.1.325/03-subagent', 'claude-code/fixtures/2.1.325-03-subagent'],
  ['gemini-0.61.0/03-toolerror', 'gemini/fixtures/0.61.0-03-toolerror'],
  ['qwen-0.24.4/03-toolerror', 'qwen/fixtures/0.24.4-03-toolerror'],
] as const;

describe.each(runs)('%s', (hooks, transcript) => {
  test('is analysed the same, however often and in however many pieces the hooks are read', async () => {
    const atOnce = await Archive.open();
    cpSync(hooksOf(hooks), atOnce.path('hooks'), { recursive: true });
    await atOnce.ingest();
    const expected = await answers(atOnce);
    await atOnce.ingest();
    expect(await answers(atOnce)).toEqual(expected);

    const inPieces = await Archive.open();
    for (const name of readdirSync(hooksOf(hooks))) {
      const text = readFileSync(join(hooksOf(hooks), name), 'utf8');
      const half = text.indexOf('\n', text.length / 2) + 1;
      writeFileSync(inPieces.path(name), text.slice(0, half));
      await inPieces.ingest();
      appendFileSync(inPieces.path(name), text.slice(half));
    }
    await inPieces.ingest();
    expect(await answers(inPieces)).toEqual(expected);

    rmSync(atOnce.folder, { recursive: true });
    await rebuild({ store: atOnce.store, sources, workspace: 'local', clock: () => 1_800_000_000_000 });
    expect(await answers(atOnce)).toEqual(expected);
  });

  test('is analysed anew when its transcript comes, as if that had been there first', async () => {
    const after = async (order: readonly (readonly [string, string])[]): Promise<Archive> => {
      const archive = await Archive.open();
      for (const [folder, name] of order) {
        cpSync(folder, archive.path(name), { recursive: true });
        rmSync(archive.path(join(name, 'expected.txt')), { force: true });
        await archive.ingest();
      }
      return archive;
    };
    const two = [
      [hooksOf(hooks), 'hooks'],
      [join(fixtures, transcript), 'transcript'],
    ] as const;
    expect(await answers(await after(two))).toEqual(await answers(await after(two.toReversed())));
  });
});

test('what a person noted about a failure stays with it when the transcript comes', async () => {
  const archive = await Archive.open();
  cpSync(hooksOf('codex-0.166.0/01-fix'), archive.path('hooks'), { recursive: true });
  await archive.ingest();
  const { chains } = await archive.store.read.chains({}, { limit: 10, offset: 0 });
  await archive.store.write.annotateChain(chainRef(chains[0]!.id)!, { end: { state: 'failed', at: 1 } });
  cpSync(join(fixtures, 'codex/fixtures/0.166.0-01-fix'), archive.path('transcript'), { recursive: true });
  rmSync(archive.path('transcript/expected.txt'), { force: true });
  await archive.ingest();
  const now = await archive.store.read.chains({}, { limit: 10, offset: 0 });
  expect(now.chains.filter(({ state }) => state === 'failed')).toHaveLength(1);
  expect(now.chains).toHaveLength(chains.length);
});

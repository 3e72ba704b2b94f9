import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../../src/ask/digest/digest.ts';
import { readQuery } from '../../src/ask/search/read-query.ts';
import { search } from '../../src/ask/search/search.ts';
import { stats } from '../../src/ask/stats/stats.ts';
import { evict } from '../../src/ingest/archive/evict.ts';
import { analyze } from '../../src/ingest/analysis/analyze.ts';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { sessionUid } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive } from '../support/archive.ts';
import { fixedTest, Transcript } from '../support/transcript.ts';

const clock = () => 1_800_000_000_000;

test('after an ingest every session has a digest, and the list of sessions shows how each ended', async () => {
  const archive = await Archive.open();
  const fixed = fixedTest('fixed');
  const broken = new Transcript('broken')
    .prompt('fix it')
    .calls('t1', 'Edit', { file_path: '/home/dev/shop/a.ts', old_string: 'a', new_string: 'b' })
    .returns('t1', 'updated')
    .calls('t2', 'Bash', { command: 'npm test' })
    .returns('t2', 'Exit code 1\n1 failing', true)
    .says('It should work now.');
  archive.write('fixed.jsonl', fixed.toString());
  archive.write('broken.jsonl', broken.toString());
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 9, offset: 0 });
  expect(new Map(sessions.map(({ native_id, outcome }) => [native_id, outcome]))).toEqual(
    new Map([
      [fixed.session, 'success'],
      [broken.session, 'failed'],
    ]),
  );
  expect(sessions.every(({ watermarks }) => watermarks.analyzed !== null)).toBe(true);
  expect((await archive.store.read.digest(sessionUid('claude', broken.session)))!).toMatchObject({
    outcome: { reason: 'npm test still fails: 1 failing.' },
    files: { items: [{ path: 'a.ts', edits: 1 }] },
    commands: { items: [{ command: 'npm test', failed: 1, ended: 'failed' }] },
  });
});

test('a session that grew is summed up anew when asked, and kept so by the next ingest', async () => {
  const archive = await Archive.open();
  const story = new Transcript('grows').prompt('fix it').calls('t1', 'Bash', { command: 'npm test' });
  const uid = sessionUid('claude', story.session);
  const path = archive.write('s.jsonl', story.toString());
  await archive.ingest();
  expect((await archive.store.read.digest(uid))!.outcome.what).toBe('abandoned');

  const before = story.toString().length;
  story.returns('t1', '4 passing').says('All pass.');
  appendFileSync(path, story.toString().slice(before));
  await archive.ingest({ briefly: true });
  expect(await archive.store.read.digest(uid)).toBeUndefined();
  const made = (await digest(archive.store.read, (await archive.store.read.session(uid))!, { now: clock() })).digest;
  expect(made.outcome.what).toBe('success');

  await archive.ingest();
  expect(await archive.store.read.digest(uid)).toEqual(made);
});

test('one that is running is not called abandoned; once it has been quiet for a while it is', async () => {
  const archive = await Archive.open();
  const story = new Transcript('runs')
    .prompt('fix it')
    .says('Let me look.')
    .calls('t1', 'Bash', { command: 'npm test' });
  const uid = sessionUid('claude', story.session);
  archive.write('s.jsonl', story.toString());
  const end = Date.UTC(2026, 0, 2, 3, 4, 10);
  await archive.ingest({ clock: () => end + 60_000 });
  expect(await archive.store.read.digest(uid)).toBeUndefined();
  expect((await archive.store.read.session(uid))!.outcome).toBe('unknown');
  await archive.ingest({ clock: () => end + 3_600_000 });
  expect((await archive.store.read.session(uid))!.outcome).toBe('abandoned');
});

test('whoever stops the summing up loses nothing that was done, and the next ingest does the rest', async () => {
  const archive = await Archive.open();
  for (let at = 0; at < 5; at++) archive.write(`${at}.jsonl`, fixedTest(`s${at}`).toString());
  await archive.ingest({ briefly: true });
  const stop = new AbortController();
  let times = 0;
  const counting = () => {
    if (++times === 3) stop.abort();
    return clock();
  };
  await expect(analyze({ store: archive.store, clock: counting, signal: stop.signal })).rejects.toMatchObject({
    code: 'interrupted',
  });
  const left = (await archive.store.write.unanalyzed(10)).length;
  expect([left > 0, left < 5]).toEqual([true, true]);
  await archive.ingest();
  expect(await archive.store.write.unanalyzed(10)).toEqual([]);
  expect(await archive.store.read.check()).toEqual([]);
});

test('a rebuild makes the same digests', async () => {
  const archive = await Archive.open();
  cpSync(join(import.meta.dirname, '../../src/sources/claude-code/fixtures/2.1.325-03-subagent'), archive.folder, {
    recursive: true,
  });
  await archive.ingest();
  const before = await archive.store.read.digests({}, { limit: 99, offset: 0 });
  expect(before.length).toBeGreaterThan(1);
  expect(before.some(({ digest: { subagents } }) => subagents.items.some(({ returned }) => returned))).toBe(true);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock });
  expect(await archive.store.read.digests({}, { limit: 99, offset: 0 })).toEqual(before);
});

test('what a digest says is found by searching, also when the bytes are gone', async () => {
  const archive = await Archive.open();
  const story = new Transcript('lost')
    .prompt('Make the frobnicator spin')
    .calls('t1', 'Bash', { command: 'npm run spinup' })
    .returns('t1', 'Exit code 1\nError: gyroscope jammed', true)
    .says('It is jammed.');
  archive.write('s.jsonl', story.toString());
  await archive.ingest();
  const sessions = await archive.store.read.evictable(9);
  await evict(
    archive.store,
    sessions.map(({ uid }) => uid),
    clock(),
  );

  const { digest: kept } = (await archive.store.read.digests({}, { limit: 1, offset: 0 }))[0]!;
  expect([kept.asks.items[0]!.text, kept.commands.items[0]!.command, kept.errors.items[0]!.sample].join()).toMatch(
    /frobnicator.*spinup.*gyroscope/,
  );
  for (const word of ['frobnicator', 'spinup', 'gyroscope']) {
    expect(
      (await search(archive.store.read, readQuery(word), {}, { limit: 5, events: false, sources: async () => sources }))
        .total,
      word,
    ).toBeGreaterThan(0);
  }
});

test('the statistics of an archive show outcomes, and the most used files and commands', async () => {
  const archive = await Archive.open();
  for (const name of ['a', 'b']) archive.write(`${name}.jsonl`, fixedTest(name).toString());
  await archive.ingest();
  const { total, work } = await stats(archive.store.read);
  expect(total.outcomes).toEqual({ success: 2, partial: 0, failed: 0, abandoned: 0, unknown: 0 });
  expect(work).toMatchObject({ digests: 2, commands: [{ command: 'npm test', sessions: 2 }] });
  expect(work.files[0]).toMatchObject({ sessions: 2, edits: 2 });
});

test('no secret is in a digest', async () => {
  const archive = await Archive.open();
  const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;
  const story = new Transcript('secret')
    .prompt(`push with ${secret}`)
    .calls('t1', 'Bash', { command: `git push https://x:${secret}@example.org/r.git` })
    .returns('t1', `Exit code 1\nfatal: ${secret} is not valid`, true)
    .says(`I’ll use ssh rather than ${secret}.`);
  archive.write('s.jsonl', story.toString());
  await archive.ingest();
  const kept = await archive.store.read.digests({}, { limit: 9, offset: 0 });
  expect(kept[0]!.digest.errors.total).toBe(1);
  expect(JSON.stringify(kept)).not.toContain('aB3dE6gH9');
});

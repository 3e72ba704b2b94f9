import { expect, test } from 'vitest';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import type { Chain } from '../../src/model/chain.ts';
import { patterns } from '../../src/ask/patterns/patterns.ts';
import { withChanges } from '../../src/ask/similar/fix-changes.ts';
import { knownFailures, similar } from '../../src/ask/similar/similar.ts';
import { chainRef, eventRef, sessionUid } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { Store } from '../../src/store/store.ts';
import { Archive, seen } from '../support/archive.ts';
import { fixedTest, forkOf, Transcript, uuid } from '../support/transcript.ts';

// Failures and what was done about them are found while a file is read. How they are shown is the business of
// src/memory/errors; here is that they are kept, with the right steps, however a session came in.

test('a failure is kept with what was tried, what helped and what proved it', async () => {
  const archive = await ingested(
    broken('story')
      .calls('toolu_2', 'Edit', { file_path: '/home/dev/shop/src/cart.js', old_string: 'limit', new_string: 'limits' })
      .returns('toolu_2', 'The file has been updated.')
      .calls('toolu_3', 'Bash', { command: 'npm test' })
      .returns('toolu_3', missing, true)
      .calls('toolu_4', 'Bash', { command: 'npm install left-pad' })
      .returns('toolu_4', 'added 1 package')
      .calls('toolu_5', 'Bash', { command: 'npm test' })
      .returns('toolu_5', 'ok 2 passing'),
  );
  const [chain] = await chainsOf(archive.store);
  expect(chain).toMatchObject({
    basis: 'mined',
    state: 'resolved',
    resolved: true,
    error: {
      kind: 'real',
      message: "Error: Cannot find module 'left-pad'",
      fingerprint: "Error: Cannot find module 'left-pad'",
      action: 'Bash npm test',
      marks: ['run npm test'],
    },
    attempts: [
      { action: 'Edit src/cart.js', successful: false, marks: ['edit src/cart.js'] },
      { action: 'Bash npm install left-pad', successful: true, marks: ['run npm install left-pad'] },
    ],
  });
  const proof = (await stepsOf(archive.store, 'story')).at(-1)!;
  expect([chain!.verified_by, chain!.successful_fix_id]).toEqual([proof.id, chain!.attempts[1]!.id]);
});

test('similar shows what the fix changed in the file, and where a fix was run that is not the failing folder', async () => {
  const edited = await ingested(
    broken('edit')
      .calls('toolu_2', 'Edit', {
        file_path: '/home/dev/shop/src/cart.js',
        old_string: 'const pad = 1;\nrequire("left-pad");',
        new_string: 'const pad = 1;\nrequire("./left-pad.js");',
      })
      .returns('toolu_2', 'The file has been updated.')
      .calls('toolu_3', 'Bash', { command: 'npm test' })
      .returns('toolu_3', 'ok 2 passing'),
  );
  expect((await similarIn(edited.store))[0]).toMatchObject({
    fix_action_taken: 'Edit src/cart.js',
    code_changes: '- require("left-pad");\n+ require("./left-pad.js");',
  });
  const built = await ingested(
    broken('build')
      .calls('toolu_2', 'Bash', { command: 'cd packages/pad && npm install left-pad' })
      .returns('toolu_2', 'added 1 package')
      .calls('toolu_3', 'Bash', { command: 'npm test' })
      .returns('toolu_3', 'ok 2 passing'),
  );
  expect((await similarIn(built.store))[0]).toMatchObject({
    fix_action_taken: 'Bash cd packages/pad && npm install left-pad',
    code_changes: null,
  });
});

async function similarIn({ read }: Store) {
  const { matches } = await similar(knownFailures(read), missing, { now: Date.now() });
  return await withChanges(read, matches, { sources });
}

test('an open failure is stored as it stands and continued when the session continues', async () => {
  const archive = await Archive.open();
  const session = broken('goes on');
  archive.write('s.jsonl', session.toString());
  await archive.ingest();
  expect((await chainsOf(archive.store)).map(({ state }) => state)).toEqual(['open']);
  archive.write('s.jsonl', mended(session).toString());
  await archive.ingest();
  expect((await chainsOf(archive.store)).map(({ state, attempts }) => [state, attempts.length])).toEqual([
    ['resolved', 1],
  ]);
});

test('a session that goes on where another left off solves what failed there', async () => {
  const archive = await Archive.open();
  const origin = broken('origin');
  archive.write('a.jsonl', origin.toString());
  await archive.ingest();
  archive.write('b.jsonl', mended(forkOf(origin, 'resumed').prompt('go on')).toString());
  await archive.ingest();
  const [chain, ...others] = await chainsOf(archive.store);
  expect(others).toEqual([]);
  expect(chain).toMatchObject({
    state: 'resolved',
    error: { session: sessionUid('claude', uuid('origin')) },
    attempts: [{ marks: ['run npm install left-pad'] }],
  });
});

test('a second fork that did not solve it leaves it solved', async () => {
  const archive = await Archive.open();
  const origin = broken('origin');
  archive.write('a.jsonl', mended(broken('origin')).toString());
  await archive.ingest();
  archive.write('b.jsonl', forkOf(origin, 'fork').prompt('something else').toString());
  await archive.ingest();
  expect((await chainsOf(archive.store)).map(({ state }) => state)).toEqual(['resolved']);
});

test('a rebuild finds the same', async () => {
  const archive = await ingested(mended(broken('rebuilt')));
  const before = await seen(archive.store);
  expect(await chainsOf(archive.store)).toHaveLength(1);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
  expect(await seen(archive.store)).toEqual(before);
});

test('a rebuild learns fixes anew: what an earlier version learned wrongly is gone', async () => {
  const archive = await ingested(mended(broken('learned')));
  const [chain] = await chainsOf(archive.store);
  const learned = async () =>
    (await patterns(archive.store.read, { now: 0, minCount: 1 })).patterns.flatMap(({ fixes }) =>
      fixes.map(({ marks }) => marks.join()),
    );
  const { error, attempts } = chain!;
  const fix = { ...attempts[0]!, id: eventRef(attempts[0]!.id)!, codeChanges: null, at: 0 };
  await archive.store.write.putChains([
    {
      ...error,
      ...chainRef(chain!.id)!,
      basis: 'mined',
      also: [],
      action: error.action,
      context: null,
      at: 0,
      state: 'resolved',
      resolvedAt: 1,
      verifiedBy: null,
      culprit: [],
      attempts: [{ ...fix, action: 'Bash npm cache clean', marks: ['run npm cache clean'] }],
    },
  ]);
  expect(await learned()).toEqual(['run npm cache clean']);

  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
  expect(await learned()).toEqual(['run npm install left-pad']);
});

test('read line by line a session has the chains it has when it is read at once', async () => {
  const content = mended(broken('pieces')).toString();
  const whole = await Archive.open();
  whole.write('s.jsonl', content);
  await whole.ingest();
  const grown = await Archive.open();
  for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', end + 1)) {
    grown.write('s.jsonl', content.slice(0, end + 1));
    await grown.ingest();
  }
  expect(await chainsOf(grown.store)).toEqual(await chainsOf(whole.store));
});

test('failures get a vector when all is read, and go with their session when it is forgotten', async () => {
  const archive = await ingested(broken('gone'));
  expect((await archive.store.read.failures()).map(({ text, vector }) => [text, vector?.length])).toContainEqual([
    "Error: Cannot find module 'left-pad'",
    384,
  ]);
  await archive.store.write.forget([sessionUid('claude', uuid('gone'))]);
  expect(await chainsOf(archive.store)).toEqual([]);
  expect(await archive.store.read.failures()).toEqual([]);
});

test('nothing that is kept of a failure holds a secret', async () => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const archive = await ingested(
    new Transcript('secret')
      .prompt('push')
      .calls('toolu_1', 'Bash', { command: `TOKEN=${secret} sh push.sh ${secret}` })
      .returns('toolu_1', `Exit code 1\nError: bad token ${secret}\nError: ${secret} was refused`, true)
      .calls('toolu_2', 'Write', { file_path: `/home/dev/shop/${secret}.txt`, content: 'x' })
      .returns('toolu_2', 'File created.')
      .calls('toolu_3', 'Bash', { command: `TOKEN=${secret} sh push.sh ${secret}` })
      .returns('toolu_3', 'done'),
  );
  const text = JSON.stringify([
    await chainsOf(archive.store),
    (await archive.store.read.failures()).map(({ text }) => text),
  ]);
  expect(text).toContain('push.sh');
  expect(text).not.toContain(secret.slice(0, 16));
});

test('a session in which nothing fails has none', async () => {
  const archive = await ingested(
    new Transcript('well').prompt('look').calls('toolu_1', 'Bash', { command: 'ls' }).returns('toolu_1', 'src'),
  );
  expect(await chainsOf(archive.store)).toEqual([]);
  expect(await chainsOf((await ingested(fixedTest('one'))).store)).toHaveLength(1);
});

const missing =
  "Exit code 1\nnode:internal/modules/cjs/loader:1143\n  throw err;\n\nError: Cannot find module 'left-pad'\nRequire stack:\n- /home/dev/shop/src/cart.js";

function broken(name: string): Transcript {
  return new Transcript(name)
    .prompt('make the tests pass')
    .says('Running them first.')
    .calls('toolu_1', 'Bash', { command: 'npm test' })
    .returns('toolu_1', missing, true);
}

function mended(session: Transcript): Transcript {
  return session
    .calls('toolu_8', 'Bash', { command: 'npm install left-pad' })
    .returns('toolu_8', 'added 1 package')
    .calls('toolu_9', 'Bash', { command: 'npm test' })
    .returns('toolu_9', 'ok 2 passing');
}

async function ingested(session: Transcript): Promise<Archive> {
  const archive = await Archive.open();
  archive.write('s.jsonl', session.toString());
  await archive.ingest();
  return archive;
}

async function chainsOf({ read }: Store): Promise<readonly Chain[]> {
  return (await read.chains({ oldestFirst: true }, { limit: 100, offset: 0 })).chains;
}

async function stepsOf({ read }: Store, name: string) {
  return await read.steps(sessionUid('claude', uuid(name)), { after: 0, limit: 100 });
}

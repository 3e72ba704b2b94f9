import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { AnalysisCache } from '../../src/ingest/analysis/analysis-cache.ts';
import type { Edge } from '../../src/model/edge.ts';
import type { Event } from '../../src/model/event.ts';
import { eventRef, sessionUid, type EventId, type SessionUid } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { Store } from '../../src/store/store.ts';
import { Archive, seen } from '../support/archive.ts';
import { newestCases } from '../support/captures.ts';
import { fixedTest, forkOf, Transcript, uuid } from '../support/transcript.ts';

// What caused a call is found while its file is read. Which causes, and how sure, is the business of src/causal; here
// is that they are kept with the right events, whatever the agent and however a session came in.

test.each(transcripts())(
  'what an agent was asked and saw is why it made its calls, and a rebuild finds the same: $title',
  async ({ name }) => {
    const archive = await captured(name);
    const steps = new Map((await eventsOf(archive.store)).map((event) => [event.id, event]));
    const edges = await inferred(archive.store);
    expect(edges).not.toEqual([]);
    for (const { cause, effect, confidence, evidence } of edges) {
      // A call and what came before it; both are here.
      expect(steps.get(effect)).toMatchObject({ tool: expect.any(String), step: effect });
      expect(steps.get(cause)).toMatchObject({ step: cause });
      if (steps.get(cause)!.session === steps.get(effect)!.session)
        expect(steps.get(cause)!.seq).toBeLessThan(steps.get(effect)!.seq);
      expect(
        confidence > 0 && confidence <= 1 && evidence.length <= 3 && evidence.every((text) => text.length <= 160),
      ).toBe(true);
    }
    expect(edges.filter(({ cause, effect }) => areSiblings(steps, cause, effect))).toEqual([]);

    await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
    expect(await inferred(archive.store)).toEqual(edges);
  },
);

test.each(['after some words', 'at once'])(
  'calls of one response do not cause each other, though the result of one was written before the other: %s',
  async (how) => {
    const archive = await Archive.open();
    archive.write('s.jsonl', parallel('siblings', how === 'at once').toString());
    await archive.ingest();
    const { first, second } = await parallelCalls(archive.store);
    expect(await causesOf(archive.store, second)).not.toContain(first.id);
  },
);

test('of a copied history only what came after it is linked, and to the session it was copied from', async () => {
  const archive = await Archive.open();
  const origin = looked('origin');
  archive.write('a.jsonl', origin.toString());
  archive.write('b.jsonl', edited(forkOf(origin, 'fork')).toString());
  await archive.ingest();
  await expectAcross(archive.store, { from: 'origin', to: 'fork' });
});

test('a fork that is read while it is written is linked to the session it was copied from', async () => {
  const archive = await Archive.open();
  const origin = looked('origin');
  const fork = forkOf(origin, 'fork').says('Now the fix.');
  archive.write('a.jsonl', origin.toString());
  archive.write('b.jsonl', fork.toString());
  await archive.ingest();
  archive.write('b.jsonl', edited(fork).toString());
  await archive.ingest();
  await expectAcross(archive.store, { from: 'origin', to: 'fork' });
});

test('an original that is read after its fork is linked to what the fork has of it, in whichever tree that is', async () => {
  const archive = await Archive.open();
  const origin = looked('origin');
  archive.write('b.jsonl', forkOf(origin, 'fork').prompt('something else').toString());
  await archive.ingest();
  archive.write('a.jsonl', edited(origin).toString());
  await archive.ingest();
  await expectAcross(archive.store, { from: 'fork', to: 'origin' });
});

test.each(['what was read before is read again', 'what was read before is remembered'])(
  'a session read line by line has the causes it has when it is read at once: %s',
  async (how) => {
    const analyses = how.endsWith('remembered') ? { analyses: new AnalysisCache() } : {};
    const content = fixedTest('pieces').toString();
    const whole = await Archive.open();
    whole.write('s.jsonl', content);
    await whole.ingest();
    const grown = await Archive.open();
    for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', end + 1)) {
      grown.write('s.jsonl', content.slice(0, end + 1));
      await grown.ingest(analyses);
    }
    expect(await inferred(grown.store)).not.toEqual([]);
    expect(await seen(grown.store)).toEqual(await seen(whole.store));
  },
);

test('what is remembered of a file is of use only where reading goes on from the same place', async () => {
  const analyses = new AnalysisCache();
  const [ahead, behind] = [await Archive.open(), await Archive.open()];
  const path = ahead.write('s.jsonl', looked('remembered').toString());
  const read = (store: Store) => ahead.ingest({ store, analyses, paths: [path] });
  await read(behind.store);
  ahead.write('s.jsonl', edited(looked('remembered')).toString());
  await read(ahead.store);
  await read(behind.store);
  expect(await seen(behind.store)).toEqual(await seen(ahead.store));
});

test('of a very long session that goes on, the last megabytes are enough to know why', async () => {
  const archive = await Archive.open();
  const session = new Transcript('very long').prompt('count everything');
  for (let n = 0; n < 12; n++)
    session
      .calls(`toolu_long_${n}`, 'Bash', { command: `seq ${n}` })
      .returns(`toolu_long_${n}`, '1 2 3 4 5 '.repeat(90_000));
  session.prompt('fix the total in src/cart.js').calls('toolu_1', 'Read', { file_path: '/home/dev/shop/src/cart.js' });
  archive.write('s.jsonl', session.returns('toolu_1', '1\tif (count <= limit) total += price;').toString());
  await archive.ingest();
  archive.write('s.jsonl', edited(session).toString());
  await archive.ingest();
  const [fix, read, edit] = (
    await archive.store.read.steps(sessionUid('claude', session.session), { after: 0, limit: 100 })
  ).slice(-3);
  const causes = await causesOf(archive.store, edit!);
  expect(causes.some((id) => id === read!.id || id === fix!.id)).toBe(true);
});

test('a secondary source infers nothing where there is a transcript', async () => {
  const fixtures = join(import.meta.dirname, '../../src/sources');
  const archive = await Archive.open();
  cpSync(join(fixtures, 'codex/fixtures/0.166.0-01-fix'), archive.folder, { recursive: true });
  await archive.ingest();
  const alone = await inferred(archive.store);
  expect(alone.length).toBeGreaterThan(5);
  cpSync(join(fixtures, 'hooks/fixtures/codex-0.166.0/01-fix'), archive.folder, { recursive: true });
  await archive.ingest();
  expect(await inferred(archive.store)).toEqual(alone);
});

test('evidence holds no secret', async () => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const archive = await Archive.open();
  const line = `GITHUB_TOKEN=${secret}`;
  const story = new Transcript('secrets')
    .prompt(`replace ${secret} in .env`)
    .calls('toolu_1', 'Read', { file_path: '/home/dev/shop/.env' })
    .returns('toolu_1', `1\t${line}\n`)
    .calls('toolu_2', 'Edit', { file_path: '/home/dev/shop/.env', old_string: line, new_string: 'GITHUB_TOKEN=' })
    .returns('toolu_2', `Error: ${line} not found`, true)
    .calls('toolu_3', 'Bash', { command: `grep -n '${line}' .env` });
  archive.write('s.jsonl', story.toString());
  await archive.ingest();
  const text = JSON.stringify(await inferred(archive.store));
  expect(text).toContain('evidence');
  expect(text).not.toContain(secret.slice(0, 16));
});

/** The agents whose fixtures hold calls of their own. */
/** Those that are found in a folder. */
function transcripts(): { readonly title: string; readonly name: string }[] {
  const without = ['hooks', 'otlp'];
  return sources
    .filter(({ name, isFallback }) => !without.includes(name) && !isFallback && existsSync(fixturesOf(name)))
    .map(({ title, name }) => ({ title, name }));
}

function fixturesOf(name: string): string {
  return join(import.meta.dirname, '../../src/sources', name, 'fixtures');
}

/**
 * An agent's scenarios, one made after the other: several hold the same session, as a log and as an export, and
 * the first one with a call has its causes.
 */
async function captured(name: string): Promise<Archive> {
  const archive = await Archive.open();
  for (const [index, scenario] of newestCases(fixturesOf(name)).entries()) {
    cpSync(join(fixturesOf(name), scenario), archive.path(String(100 + index)), {
      recursive: true,
      filter: (path) => !path.endsWith('expected.txt'),
    });
  }
  await archive.ingest();
  return archive;
}

async function eventsOf({ read }: Store): Promise<Event[]> {
  const { sessions } = await read.sessions({}, { limit: 10_000, offset: 0 });
  return (await Promise.all(sessions.map(({ uid }) => read.events(uid, { after: 0, limit: 100_000 })))).flat();
}

async function inferred(store: Store): Promise<Edge[]> {
  const edges = await store.read.causes((await eventsOf(store)).map(({ id }) => eventRef(id)!));
  return edges
    .filter(({ basis }) => basis === 'inferred')
    .toSorted((a, b) => (a.effect + a.cause < b.effect + b.cause ? -1 : 1));
}

async function causesOf({ read }: Store, { id }: Event): Promise<EventId[]> {
  return (await read.causes([eventRef(id)!])).filter(({ basis }) => basis === 'inferred').map(({ cause }) => cause);
}

/**
 * They hang on one thing the agent said or saw. That they hang on one prompt says nothing: some agents' calls all do.
 */
function areSiblings(events: ReadonlyMap<EventId, Event>, a: EventId, b: EventId): boolean {
  const parent = events.get(a)!.parent;
  return parent !== null && parent === events.get(b)!.parent && events.get(parent)?.step !== parent;
}

function parallel(name: string, atOnce: boolean): Transcript {
  const story = new Transcript(name).prompt('compare the two carts');
  if (!atOnce) story.says('Both at once.');
  story
    .calls('toolu_1', 'Read', { file_path: '/home/dev/shop/src/old-cart.js' })
    .returns('toolu_1', '1\texport function totalOfTheCart() {}')
    .calls('toolu_2', 'Grep', { pattern: 'totalOfTheCart', path: '/home/dev/shop/src/old-cart.js' })
    .returns('toolu_2', 'src/old-cart.js:1');
  // Calls of one response share its id, also when the first was quicker than the second was written.
  const id = /"id":"(msg_\d+)"/.exec(story.lines[1]!)![1]!;
  for (const [index, line] of story.lines.entries())
    story.lines[index] = line.replace(/"id":"msg_\d+"/, `"id":"${id}"`);
  return story;
}

async function parallelCalls({ read }: Store): Promise<{ first: Event; second: Event }> {
  const [, first, second] = await read.steps(sessionUid('claude', uuid('siblings')), { after: 0, limit: 3 });
  expect(first!.parent).toBe(second!.parent);
  return { first: first!, second: second! };
}

/** A session in which a file was looked at. */
function looked(name: string): Transcript {
  return new Transcript(name)
    .prompt('fix the total in src/cart.js')
    .says('Let me see.')
    .calls('toolu_1', 'Read', { file_path: '/home/dev/shop/src/cart.js' })
    .returns('toolu_1', '1\tif (count <= limit) total += price;');
}

/** Goes on with what can only come of that look. */
function edited(session: Transcript): Transcript {
  return session
    .calls('toolu_2', 'Edit', {
      file_path: '/home/dev/shop/src/cart.js',
      old_string: 'if (count <= limit) total += price;',
      new_string: 'if (count < limit) total += price;',
    })
    .returns('toolu_2', 'The file has been updated.');
}

/** The edit is the only call of its session, and all its causes are in the other one. */
async function expectAcross(store: Store, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const uid = (name: string): SessionUid => sessionUid('claude', uuid(name));
  const calls = (await store.read.steps(uid(to), { after: 0, limit: 10 })).filter(({ tool }) => tool !== null);
  expect(calls.map(({ tool }) => tool)).toEqual(['Edit']);
  const causes = await store.read.eventsOf((await causesOf(store, calls[0]!)).map((id) => eventRef(id)!));
  expect(causes).not.toEqual([]);
  expect(new Set(causes.map(({ session }) => session))).toEqual(new Set([uid(from)]));
}

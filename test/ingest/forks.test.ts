import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sessionUid } from '../../src/model/ids.ts';
import { Archive } from '../support/archive.ts';
import { fixedTest, longSession, Transcript, uuid } from '../support/transcript.ts';

/** A fork: the records of another transcript under a new session id, and what came after. */
function forkOf(origin: Transcript, name: string, copies = origin.lines.length): Transcript {
  const fork = new Transcript(name);
  for (const line of origin.lines.slice(0, copies)) fork.raw(line.replaceAll(origin.session, fork.session));
  return fork;
}

const uidOf = (name: string) => sessionUid('claude', uuid(name));

test('a fork that copies more than one piece has one origin step', async () => {
  const archive = await Archive.open();
  const origin = longSession('long origin', 1500);
  archive.write('a.jsonl', origin.toString());
  archive.write('b.jsonl', forkOf(origin, 'long fork').prompt('now something else').says('Yes.').toString());
  await archive.ingest();
  const links = await archive.store.read.links(uidOf('long fork'));
  expect(links.filter(({ type }) => type === 'continued')).toHaveLength(1);
});

test('a fork read while it is written is linked to its origin', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  const fork = forkOf(origin, 'fork');
  archive.write('a.jsonl', origin.toString());
  archive.write('b.jsonl', fork.toString());
  await archive.ingest();
  archive.write('b.jsonl', fork.prompt('now something else').says('Yes.').toString());
  await archive.ingest();
  const links = await archive.store.read.links(uidOf('fork'));
  expect(links.filter(({ type }) => type === 'continued')).toHaveLength(1);
  const session = await archive.store.read.session(uidOf('fork'));
  expect(session).toMatchObject({ events: 2, parent: { relation: 'fork' } });
});

test('a fork whose first lines hold no event is still known as one', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  archive.write('a.jsonl', origin.toString());
  const fork = new Transcript('fork');
  const meta = JSON.stringify({ type: 'permission-mode', permissionMode: 'default', sessionId: fork.session });
  const name = `${fork.session}.jsonl`;
  archive.write(name, `${meta}\n`);
  await archive.ingest();
  const copies = origin.lines.map((line) => line.replaceAll(origin.session, fork.session)).join('\n');
  archive.write(name, `${meta}\n${copies}\n`);
  await archive.ingest();
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  expect(sessions.reduce((sum, s) => sum + s.events, 0)).toBe(9);
});

test('a result in a fork belongs to the call that was copied', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  archive.write('a.jsonl', origin.toString());
  const cut = origin.lines.findIndex((line) => line.includes('toolu_2')) + 1;
  const fork = forkOf(origin, 'fork', cut);
  fork.returns('toolu_2', 'it went otherwise').says('Yes.');
  archive.write('b.jsonl', fork.toString());
  await archive.ingest();
  const events = await archive.store.read.events(uidOf('fork'), { after: 0, limit: 10 });
  const origins = await archive.store.read.events(uidOf('origin'), { after: 0, limit: 20 });
  const result = events.find(({ kind }) => kind === 'tool_result' || kind === 'error')!;
  expect(origins.map(({ id }) => id)).toContain(result.step);
});

test('a fork that begins at the same moment as its original and sorts before it is still the fork', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  archive.write('b.jsonl', origin.toString());
  // File systems know only within a few milliseconds when a file was made.
  await sleep(30);
  archive.write('a.jsonl', forkOf(origin, 'fork').prompt('now something else').says('Yes.').toString());
  await archive.ingest();
  expect((await archive.store.read.session(uidOf('fork')))?.parent?.uid).toBe(uidOf('origin'));
});

test('a fork read in steps has one origin step', async () => {
  const archive = await Archive.open();
  const origin = fixedTest('origin');
  archive.write('a.jsonl', origin.toString());
  await archive.ingest();
  const fork = forkOf(origin, 'fork', 4);
  const name = `${fork.session}.jsonl`;
  archive.write(name, fork.toString());
  await archive.ingest();
  const whole = forkOf(origin, 'fork').prompt('now something else').says('Yes.');
  archive.write(name, whole.toString());
  await archive.ingest();
  const links = await archive.store.read.links(uidOf('fork'));
  expect(links.filter(({ type }) => type === 'continued')).toHaveLength(1);
});

test('the sub-agents a fork copies are counted once too', async () => {
  const archive = await Archive.open();
  const fixtures = join(import.meta.dirname, '../../src/sources/claude-code/fixtures');
  const [file] = globSync('**/*.jsonl', { cwd: join(fixtures, '0.2.106-inline-sidechains') });
  const origin = readFileSync(join(fixtures, '0.2.106-inline-sidechains', file!), 'utf8');
  const id = /"sessionId":"([^"]+)"/.exec(origin)![1]!;
  archive.write('a.jsonl', origin);
  await archive.ingest();
  const count = async () => (await archive.store.read.overview()).sources[0]!.events;
  const before = await count();
  const own = new Transcript('fork').prompt('now something else');
  archive.write('b.jsonl', origin.replaceAll(id, own.session) + own.toString());
  await archive.ingest();
  expect(await count()).toBe(before + 1);
});

test('a fork of a fork that names the one it came from keeps only what is its own', async () => {
  const archive = await Archive.open();
  const turns = ['one', 'two', 'three'].map(
    (own, index) => (session: string) =>
      ['user_message_chunk', 'agent_message_chunk'].map((kind, n) => {
        const at = 1_794_769_000_000 + index * 60_000 + n * 1000;
        const update = { sessionUpdate: kind, content: { type: 'text', text: `${kind} of ${own}` } };
        return JSON.stringify({
          timestamp: at / 1000,
          method: 'session/update',
          params: { sessionId: session, update, _meta: { eventId: `${own}-${n}`, agentTimestampMs: at } },
        });
      }),
  );
  for (const [index, session] of ['one', 'two', 'three'].entries()) {
    archive.write(
      `${session}/updates.jsonl`,
      `${turns
        .slice(0, index + 1)
        .flatMap((turn) => turn(session))
        .join('\n')}\n`,
    );
  }
  await archive.ingest();
  const forks = await Promise.all(
    ['one', 'two', 'three'].map((name) => archive.store.read.session(sessionUid('grok', name))),
  );
  expect(forks.map((session) => [session?.events, session?.parent?.uid])).toEqual([
    [2, undefined],
    [2, 'grok:one'],
    [2, 'grok:two'],
  ]);
});

test('of a session that was resumed again and again, each time into a file with all that went before, everything is kept once', async () => {
  const archive = await Archive.open();
  const first = fixedTest('first');
  const second = forkOf(first, 'second').prompt('go on').says('Gladly.');
  const third = forkOf(second, 'third').prompt('and on').says('Still here.');
  const fourth = forkOf(third, 'fourth').prompt('and on').says('Yes.');
  for (const [index, transcript] of [first, second, third, fourth].entries())
    archive.write(`${index}.jsonl`, transcript.toString());
  await archive.ingest();
  const eventsOf = async (name: string) => (await archive.store.read.session(uidOf(name)))!.events;
  expect([
    await eventsOf('first'),
    await eventsOf('second'),
    await eventsOf('third'),
    await eventsOf('fourth'),
  ]).toEqual([await eventsOf('first'), 2, 2, 2]);
  expect(await archive.store.read.check()).toEqual([]);
});

/** A transcript whose answers name their responses, as Claude Code's do. */
function answers(name: string, responses: readonly (readonly [response: number, output: number])[]): string {
  const transcript = new Transcript(name).prompt(`Begin ${name}.`);
  for (const [at, [response, output]] of responses.entries())
    transcript.raw(
      JSON.stringify({
        type: 'assistant',
        uuid: uuid(`${name} ${at}`),
        sessionId: transcript.session,
        timestamp: `2026-01-02T03:05:${10 + at}.000Z`,
        requestId: `req_${response}`,
        message: {
          id: `msg_${response}`,
          role: 'assistant',
          model: 'claude-test',
          content: [{ type: 'text', text: `Answer ${at} of ${name}.` }],
          usage: { input_tokens: 10, output_tokens: output },
        },
      }),
    );
  return transcript.toString();
}

test('a response that a resume copied under a new record id is counted once', async () => {
  const archive = await Archive.open();
  archive.write(
    'a.jsonl',
    answers('origin', [
      [1, 5],
      [2, 2],
      [2, 7],
    ]),
  );
  await archive.ingest();
  archive.write(
    'b.jsonl',
    answers('resumed', [
      [1, 5],
      [2, 7],
      [3, 100],
    ]),
  );
  await archive.ingest();
  await archive.ingest();

  const used = await archive.store.read.usage({}, 'session');
  const counts = used.map(({ key, tokens: { input, output } }) => [key, [input, output]] as const);
  expect(Object.fromEntries(counts)).toEqual({ [uidOf('origin')]: [20, 12], [uidOf('resumed')]: [10, 100] });
  expect((await archive.store.read.session(uidOf('resumed')))?.cost).toMatchObject({
    input_tokens: 10,
    output_tokens: 100,
  });
  expect(await archive.store.read.check()).toEqual([]);
});

test('of a second copy of a session that has more of a response, only the increase is counted', async () => {
  const archive = await Archive.open();
  archive.write('a.jsonl', answers('cut', [[1, 2]]));
  await archive.ingest();
  archive.write('b.jsonl', answers('whole', [[1, 9]]));
  await archive.ingest();
  const [used] = await archive.store.read.usage({}, 'nothing');
  expect(used?.tokens).toMatchObject({ input: 10, output: 9 });
});

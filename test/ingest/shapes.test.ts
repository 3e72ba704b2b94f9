import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { payloadOf } from '../../src/ask/event/payload.ts';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { restore } from '../../src/ingest/archive/restore.ts';
import type { Draft } from '../../src/model/draft.ts';
import { sessionUid } from '../../src/model/ids.ts';
import type { Reading, Source } from '../../src/sources/source.ts';
import { Archive, seen } from '../support/archive.ts';

// Transcripts that are not lines which only grow: documents written anew, sessions in a container, views beside a
// transcript, events in several lines. The agents are invented; the rules are those of src/sources/source.ts.

test('a document that is written anew brings what is new in it, and what has grown', async () => {
  const archive = await Archive.open();
  const path = archive.write('talk.json', talk([prompt('p', 'Fix it'), call('c', 'npm test')]));
  await archive.ingest({ sources: [ledger] });
  archive.write(
    'talk.json',
    talk([prompt('p', 'Fix it, please'), { ...call('c', 'npm test'), output: '1 failing', exit: 1 }]),
  );
  const report = await archive.ingest({ sources: [ledger] });

  expect(report).toMatchObject({ events: 1, lines: { mapped: 2, copy: 0 } });
  expect(await eventsIn(archive)).toEqual(['prompt Fix it, please', 'call npm test failed', 'result 1 failing failed']);
  expect(readFileSync(path, 'utf8')).toBe((await restored(archive))[0]);
  expect(await archive.store.read.check()).toEqual([]);
});

test('older versions of a document are let go once the newest holds all they did, and kept as long as it does not', async () => {
  const archive = await Archive.open();
  const path = archive.write('talk.json', talk([prompt('p', 'One'), prompt('q', 'Two')]));
  await archive.ingest({ sources: [ledger] });
  archive.write('talk.json', talk([prompt('p', 'One'), prompt('q', 'Two'), prompt('r', 'Three')]));
  await archive.ingest({ sources: [ledger] });
  expect(await archive.store.read.pieces(path, 0)).toEqual([]);

  archive.write('talk.json', talk([prompt('p', 'One')]));
  await archive.ingest({ sources: [ledger] });
  expect(await archive.store.read.pieces(path, 1)).toHaveLength(1);
  expect(await eventsIn(archive)).toEqual(['prompt One', 'prompt Two', 'prompt Three']);
});

test('what a document no longer says of a record is kept, and so is the version that said it', async () => {
  const archive = await Archive.open();
  const output = `${'a line of a long listing\n'.repeat(20)}Exit code 1`;
  const path = archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'make'), output, exit: 1 }]));
  await archive.ingest({ sources: [ledger] });
  archive.write(
    'talk.json',
    talk([prompt('p', 'Go'), { ...call('c', 'make'), output: '[cleared]' }, prompt('q', 'And now?')]),
  );
  await archive.ingest({ sources: [ledger] });

  const shown = async () => {
    const result = (await archive.store.read.events(uid, { after: 0, limit: 10 }))[2]!;
    return [result.failed, (await payloadOf(archive.store.read, result, { sources: [ledger] }))?.what];
  };
  expect(await shown()).toMatchObject([true, { is: 'result', output }]);
  expect(await archive.store.read.pieces(path, 0)).toHaveLength(1);
  await rebuild({ store: archive.store, sources: [ledger], workspace: 'local', clock: () => 1 });
  expect(await shown()).toMatchObject([true, { is: 'result', output }]);
});

test('a record that nobody can read yet is kept when its document loses it', async () => {
  const archive = await Archive.open();
  const puzzled: Source = {
    ...ledger,
    reader: (identity) => ({
      line: (line) =>
        line.text.includes('riddle')
          ? { disposition: 'raw', unknown: { kind: 'riddle' } }
          : ledger.reader(identity).line(line),
      state: () => null,
    }),
  };
  const path = archive.write('talk.json', talk([prompt('p', 'One'), prompt('x', 'riddle')]));
  for (const entries of [
    [prompt('p', 'One'), prompt('x', 'riddle')],
    [prompt('p', 'One')],
    [prompt('p', 'One'), prompt('q', 'Two')],
  ]) {
    archive.write('talk.json', talk(entries));
    await archive.ingest({ sources: [puzzled] });
  }
  const kept = async (version: number) => (await archive.store.read.pieces(path, version)).length;
  expect([await kept(0), await kept(1), await kept(2)]).toEqual([1, 0, 1]);
  // With rules of another day.
  await rebuild({ store: archive.store, sources: [ledger], workspace: 'local', clock: () => 1 });
  expect(await eventsIn(archive)).toEqual(['prompt One', 'prompt riddle', 'prompt Two']);
});

test('of two records with one id the first stays, also when the document is written anew', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'One'), prompt('p', 'Another')]));
  await archive.ingest({ sources: [ledger] });
  archive.write('talk.json', talk([prompt('p', 'One'), prompt('p', 'Another'), prompt('q', 'Two')]));
  await archive.ingest({ sources: [ledger] });
  expect(await eventsIn(archive)).toEqual(['prompt One', 'prompt Two']);
});

test('a document that only got a new date is not read as a new one', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'One')]));
  await archive.ingest({ sources: [ledger] });
  archive.write('talk.json', talk([prompt('p', 'One')]));
  await archive.ingest({ sources: [ledger] });
  expect((await archive.store.read.file(archive.path('talk.json')))?.version).toBe(0);
});

test('a document that is cut off is read as far as it goes, and whole when it is whole again', async () => {
  const archive = await Archive.open();
  const whole = talk([prompt('p', 'One'), prompt('q', 'Two')]);
  archive.write('talk.json', whole.slice(0, whole.indexOf('"Two"')));
  expect(await archive.ingest({ sources: [ledger] })).toMatchObject({ events: 1, lines: { issue: 1 } });
  archive.write('talk.json', whole);
  expect(await archive.ingest({ sources: [ledger] })).toMatchObject({ events: 1, lines: { issue: 0 } });
  expect(await eventsIn(archive)).toEqual(['prompt One', 'prompt Two']);
});

test('what is around the records of a document may be larger than memory, and comes back byte for byte', async () => {
  const archive = await Archive.open();
  const attached = 'some file '.repeat(2_500_000);
  const path = archive.write(
    'talk.json',
    JSON.stringify({ ledger: 's', attached, entries: [prompt('p', 'One'), prompt('q', 'Two')] }),
  );
  await archive.ingest({ sources: [ledger] });
  expect(await eventsIn(archive)).toEqual(['prompt One', 'prompt Two']);
  expect((await archive.store.read.pieces(path, 0)).length).toBeGreaterThan(5);
  expect((await restored(archive))[0] === readFileSync(path, 'utf8')).toBe(true);
});

test('a record of a document is read back alone', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'One'), prompt('q', 'Two')]));
  await archive.ingest({ sources: [ledger] });
  const [, two] = await archive.store.read.events(uid, { after: 0, limit: 10 });
  const payload = await payloadOf(archive.store.read, two!, { sources: [ledger] });
  expect(payload?.line()).toEqual(prompt('q', 'Two'));
  expect(payload?.what).toMatchObject({ is: 'prompt', text: 'Two' });
});

test('sessions in a container are sessions like any other, and read on where they were left', async () => {
  const archive = await Archive.open();
  archive.write('box.db', 'BOX one:Hello two:Bye');
  expect(await archive.ingest({ sources: [box] })).toMatchObject({ sessions: 2, events: 2, problems: [] });
  archive.write('box.db', 'BOX one:Hello,Again two:Bye');
  expect(await archive.ingest({ sources: [box] })).toMatchObject({ files: 1, events: 1 });
  const { sessions } = await archive.store.read.sessions({}, { limit: 10, offset: 0 });
  expect(sessions.map(({ uid, events }) => [uid, events])).toEqual(
    expect.arrayContaining([
      ['box:one', 2],
      ['box:two', 1],
    ]),
  );
});

test('a session in a container is restored as its agent would export it', async () => {
  const archive = await Archive.open();
  archive.write('box.db', 'BOX one:Hello,Again');
  await archive.ingest({ sources: [box] });
  const session = (await archive.store.read.session(sessionUid('box', 'one')))!;
  const { files } = await restore({ store: archive.store, sources: [box], session, to: archive.path('back') });
  expect(files.map(({ path }) => [path, readFileSync(path, 'utf8')])).toEqual([
    [archive.path('back/one.export'), 'Hello,Again'],
  ]);
});

test('a container that cannot be opened is named, and the others are read', async () => {
  const archive = await Archive.open();
  archive.write('a.db', 'BOX broken');
  archive.write('b.db', 'BOX one:Hello');
  const report = await archive.ingest({ sources: [box] });
  expect(report).toMatchObject({ events: 1, problems: [{ path: archive.path('a.db'), reason: 'path-unreadable' }] });
});

test('of a session that its container writes anew again and again one version is kept, and one more for what it took out', async () => {
  const archive = await Archive.open();
  const write = async (said: string) => {
    archive.write('box.db', `BOX one:${said}`);
    await archive.ingest({ sources: [box] });
  };
  const versions = async () => {
    const kept = [0, 1, 2, 3].map(
      async (version) => (await archive.store.read.pieces(archive.path('box.db#one'), version)).length,
    );
    return Promise.all(kept);
  };
  for (const said of ['Hello,a', 'Hello,b,c', 'Hello,d,e,f']) await write(said);
  expect(await versions()).toEqual([0, 0, 1, 0]);
  await write('Anew');
  expect(await versions()).toEqual([0, 0, 1, 1]);
  const before = await seen(archive.store);
  await rebuild({ store: archive.store, sources: [box], workspace: 'local', clock: () => 1 });
  expect(await seen(archive.store)).toEqual(before);
  expect(await archive.store.read.check()).toEqual([]);
});

test('a database that cannot be read on is named, whenever that shows, and the others are read', async () => {
  const archive = await Archive.open();
  archive.write('a.db', 'BOX one:Hello');
  archive.write('b.db', 'BOX two:Bye');
  let asked = 0;
  const locked: Source = {
    ...box,
    container: {
      ...box.container!,
      async *bytes(path, from) {
        // Whose file it is was asked first; then it is read.
        if (path.endsWith('#one') && ++asked > 1)
          throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
        yield* box.container!.bytes(path, from);
      },
    },
  };
  const report = await archive.ingest({ sources: [locked] });
  expect(report).toMatchObject({
    events: 1,
    problems: [{ path: archive.path('a.db#one'), reason: 'path-unreadable' }],
  });
});

test('an older version of a session in a container comes back whole', async () => {
  const archive = await Archive.open();
  archive.write('box.db', 'BOX one:Hello,Again,And,Again');
  await archive.ingest({ sources: [box] });
  archive.write('box.db', 'BOX one:Anew');
  await archive.ingest({ sources: [box] });
  const session = (await archive.store.read.session(sessionUid('box', 'one')))!;
  const back = async (version: number) => {
    const { files } = await restore({
      store: archive.store,
      sources: [box],
      session,
      to: archive.path(`back-${version}`),
      version,
    });
    return files.map(({ path }) => readFileSync(path, 'utf8'));
  };
  expect(await back(0)).toEqual(['Hello,Again,And,Again']);
  expect(await back(1)).toEqual(['Anew']);
});

test('the event of a hook is added to the call of the transcript', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'sleep 1'), output: 'done', exit: 0 }]));
  archive.write('talk.hooks', hooks([hook('c', 'sleep 1', { ms: 1234 })]));
  await archive.ingest({ sources: [ledger, tap] });
  const events = await archive.store.read.events(uid, { after: 0, limit: 10 });
  expect(events.map(({ summary, duration_ms }) => [summary, duration_ms])).toEqual([
    ['Go', null],
    ['Bash sleep 1', 1234],
    ['done', 1234],
  ]);
});

test('a call only a hook recorded is there at once, and that of the transcript replaces it later', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'Go')]));
  archive.write('talk.hooks', hooks([hook('c', 'sleep 1', { ms: 5 }), hook('d', 'never written', {})]));
  await archive.ingest({ sources: [ledger, tap] });
  expect(await eventsIn(archive)).toEqual([
    'prompt Go',
    'call sleep 1',
    'result ok',
    'call never written',
    'result ok',
  ]);

  archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'sleep 1'), output: 'done', exit: 0 }]));
  await archive.ingest({ sources: [ledger, tap] });
  expect(await eventsIn(archive)).toEqual([
    'prompt Go',
    'call never written',
    'result ok',
    'call sleep 1',
    'result done',
  ]);
  expect((await archive.store.read.session(uid))?.events).toBe(5);
  expect(await archive.store.read.check()).toEqual([]);
});

test('a hook without call ids is joined by what was called', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'make'), output: 'done', exit: 0 }]));
  archive.write('talk.hooks', hooks([hook(null, 'make', { ms: 7 })]));
  await archive.ingest({ sources: [ledger, tap] });
  expect(await eventsIn(archive)).toEqual(['prompt Go', 'call make', 'result done']);
});

test('a view that knows calls and not sessions adds to the one session that has the call, and to nothing else', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'make'), output: 'done', exit: 0 }]));
  archive.write('usage.hooks', hooks([hook('c', 'make', { ms: 9 }), hook('x', 'of another machine', {})]));
  const anywhere: Source = { ...tap, identify: () => ({ session: sessionUid('ledger', 'usage'), secondary: 'calls' }) };
  await archive.ingest({ sources: [ledger, anywhere] });
  expect(await eventsIn(archive)).toEqual(['prompt Go', 'call make', 'result done']);
  expect((await archive.store.read.sessions({}, { limit: 10, offset: 0 })).total).toBe(1);
  expect((await archive.store.read.events(uid, { after: 1, limit: 1 }))[0]?.duration_ms).toBe(9);
  expect(await archive.store.read.check()).toEqual([]);
});

test('a secondary source that knows only calls is read after sessions without times, also the next time', async () => {
  const archive = await Archive.open();
  archive.write('a.hooks', hooks([hook('c', 'make', { ms: 9 })]));
  archive.write('b.json', talk([prompt('p', 'Go'), { ...call('c', 'make'), output: 'done', exit: 0 }]));
  const anywhere: Source = { ...tap, identify: () => ({ session: sessionUid('ledger', 'usage'), secondary: 'calls' }) };
  const sources: Source[] = [{ ...ledger, identify: () => ({ session: uid }) }, anywhere];
  const took = async () => (await archive.store.read.events(uid, { after: 1, limit: 1 }))[0]?.duration_ms;
  await archive.ingest({ sources });
  expect(await took()).toBe(9);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 1 });
  expect(await took()).toBe(9);
});

test('a secondary source in a container that is replaced is kept in full, though the container is empty', async () => {
  const archive = await Archive.open();
  archive.write(
    'a.json',
    talk([
      prompt('p', 'Go'),
      { ...call('c', 'make'), output: 'done', exit: 0 },
      { ...call('d', 'lint'), output: 'fine', exit: 0 },
    ]),
  );
  const taps: Source = {
    ...tap,
    matches: () => false,
    container: {
      matches: ({ head }) => head.startsWith('TAPS\n'),
      async *list(path) {
        yield { path: `${path}#s`, size: readFileSync(path).length, mtimeMs: 0 };
      },
      async *bytes(path, from) {
        yield readFileSync(path.split('#')[0]!).subarray(5 + from);
      },
    },
  };
  const sources = [ledger, taps];
  archive.write('b.taps', `TAPS\n${hooks([hook('c', 'make', { ms: 7 })])}`);
  await archive.ingest({ sources });
  archive.write('b.taps', `TAPS\n${hooks([hook('d', 'lint', { ms: 12 })])}`);
  await archive.ingest({ sources });
  const before = await seen(archive.store);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 1 });
  expect(await seen(archive.store)).toEqual(before);
  expect((await archive.store.read.events(uid, { after: 0, limit: 10 })).map(({ duration_ms }) => duration_ms)).toEqual(
    [null, 7, 7, 12, 12],
  );
});

test('a failure the transcript hides is taken from the view beside it', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'make'), output: 'all went well' }]));
  archive.write('talk.hooks', hooks([hook('c', 'make', { failed: true })]));
  await archive.ingest({ sources: [ledger, tap] });
  expect(await eventsIn(archive)).toEqual(['prompt Go', 'call make failed', 'result all went well failed']);
});

test('everything is the same when it is made again from the archive', async () => {
  const archive = await Archive.open();
  archive.write('talk.json', talk([prompt('p', 'Go'), { ...call('c', 'make'), output: 'done', exit: 0 }]));
  archive.write('talk.hooks', hooks([hook('c', 'make', { ms: 7 }), hook('d', 'lost', {})]));
  archive.write('box.db', 'BOX one:Hello');
  archive.write('notes.pad', '# a pad\n- first\n  and more\n- second\n- third\n');
  const sources = [ledger, tap, box, pad];
  await archive.ingest({ sources });
  const before = await seen(archive.store);
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 1 });
  expect(await seen(archive.store)).toEqual(before);
});

test('an event in several lines is read back from all of them', async () => {
  const archive = await Archive.open();
  const path = archive.write('notes.pad', '# a pad\n- first\n  and more\n');
  await archive.ingest({ sources: [pad] });
  appendFileSync(path, '  and still more\n- second\n- third\n');
  await archive.ingest({ sources: [pad] });
  const [first] = await archive.store.read.events(sessionUid('pad', 'a'), { after: 0, limit: 10 });
  const payload = await payloadOf(archive.store.read, first!, { sources: [pad] });
  expect(payload?.what).toEqual({ is: 'message', text: 'first\nand more\nand still more' });
});

// The invented agents ------------------------------------------------------------------------------------------------

type Entry = {
  readonly id: string;
  readonly say?: string;
  readonly run?: string;
  readonly output?: string;
  readonly exit?: number;
};

const uid = sessionUid('ledger', 's');
const none: Pick<Source, 'gives' | 'discover'> = { gives: {}, discover: () => (async function* () {})() };
const mapped = (...drafts: Draft[]): Reading => ({ disposition: drafts.length > 0 ? 'mapped' : 'state', drafts });

function prompt(id: string, say: string): Entry {
  return { id, say };
}

function call(id: string, run: string): Entry {
  return { id, run };
}

function talk(entries: readonly Entry[]): string {
  return JSON.stringify({ ledger: 's', entries, total: entries.length }, null, 2);
}

/** Keeps a session as one JSON document. */
const ledger: Source = {
  ...none,
  name: 'ledger',
  flavor: 'ledger',
  title: 'Ledger',
  matches: ({ head }) => head.includes('"ledger"'),
  identify: () => ({ session: uid, begun: 1 }),
  document: () => ({ records: ['entries'] }),
  reader: () => ({
    line: ({ text, within }) => {
      if (within === undefined) return { disposition: 'state', sessions: [{ uid, title: 'A talk' }] };
      const { id, say, run, output, exit } = JSON.parse(text) as Entry;
      if (say !== undefined)
        return mapped({ session: uid, key: id, what: { is: 'prompt', text: say, origin: 'human' } });
      const asked: Draft = {
        session: uid,
        key: id,
        native: id,
        what: { is: 'call', tool: 'Bash', input: { command: run } },
      };
      if (output === undefined) return mapped(asked);
      return mapped(asked, {
        session: uid,
        key: `${id}:r`,
        parent: id,
        what: { is: 'result', call: id, output, ...(exit !== undefined && { exitCode: exit }) },
      });
    },
    state: () => null,
  }),
};

type Hook = { readonly id: string | null; readonly run: string; readonly ms?: number; readonly failed?: boolean };

function hook(id: string | null, run: string, more: { ms?: number; failed?: boolean }): Hook {
  return { id, run, ...more };
}

function hooks(events: readonly Hook[]): string {
  return events.map((one) => `${JSON.stringify({ tap: 's', ...one })}\n`).join('');
}

/** Hears of the ledger's calls from outside. */
const tap: Source = {
  ...none,
  name: 'tap',
  flavor: 'tap',
  title: 'Tap',
  matches: ({ head }) => head.startsWith('{"tap"'),
  identify: () => ({ session: uid, secondary: true }),
  reader: ({ session }) => ({
    line: ({ text }) => {
      const { id, run, ms, failed = false } = JSON.parse(text) as Hook;
      const key = `tap:${id ?? run}`;
      const took = ms === undefined ? {} : { durationMs: ms };
      return mapped(
        {
          session,
          key,
          ...(id !== null && { native: id }),
          ...took,
          what: { is: 'call', tool: 'Bash', input: { command: run } },
        },
        {
          session,
          key: `${key}:r`,
          parent: key,
          ...took,
          what: { is: 'result', call: key, output: 'ok', status: failed ? 'failed' : 'ok' },
        },
      );
    },
    state: () => null,
  }),
};

/** Keeps all sessions in one file: `BOX name:prompt,prompt name:…`. */
const box: Source = {
  ...none,
  name: 'box',
  flavor: 'box',
  title: 'Box',
  matches: () => false,
  identify: ({ path }) => ({ session: sessionUid('box', path.slice(path.indexOf('#') + 1)) }),
  container: {
    matches: ({ head }) => head.startsWith('BOX '),
    async *list(path) {
      if (readFileSync(path, 'utf8').includes('broken')) throw new Error('the lid is stuck');
      for (const [name, said] of boxed(path)) yield { path: `${path}#${name}`, size: said.length, mtimeMs: 0 };
    },
    async *bytes(path, from) {
      const [file, name] = path.split('#') as [string, string];
      const lines = boxed(file)
        .find(([one]) => one === name)![1]
        .map((text) => `${JSON.stringify({ name, text })}\n`);
      yield Buffer.from(lines.join('')).subarray(from);
    },
    exported(lines) {
      const rows = [...lines].map((line) => JSON.parse(line) as { name: string; text: string });
      return { name: `${rows[0]!.name}.export`, text: rows.map(({ text }) => text).join(',') };
    },
  },
  reader: ({ session }) => ({
    line: ({ text, number }) =>
      mapped({
        session,
        key: String(number),
        what: { is: 'prompt', text: (JSON.parse(text) as { text: string }).text, origin: 'human' },
      }),
    state: () => null,
  }),
};

function boxed(path: string): [string, string[]][] {
  const words = readFileSync(path, 'utf8').split(' ').slice(1);
  return words.map((word) => [word.split(':')[0]!, word.split(':')[1]!.split(',')]);
}

/** Writes notes of several lines: each begins with a dash and ends where the next begins. */
const pad: Source = {
  ...none,
  name: 'pad',
  flavor: 'pad',
  title: 'Pad',
  spansLines: true,
  matches: ({ head }) => head.startsWith('# a pad'),
  identify: () => ({ session: sessionUid('pad', 'a') }),
  reader: ({ session }, state) => {
    let open = state as { from: number; lines: string[] } | null | undefined;
    return {
      line: ({ text, number }) => {
        if (!text.startsWith('- ')) {
          open?.lines.push(text.trim());
          return mapped();
        }
        const done = open;
        open = { from: number, lines: [text.slice(2)] };
        return done
          ? mapped({
              session,
              key: `note:${done.from}`,
              fromLine: done.from,
              what: { is: 'message', text: done.lines.join('\n') },
            })
          : mapped();
      },
      state: () => open ?? null,
    };
  },
};

async function eventsIn({ store }: Archive): Promise<string[]> {
  const events = await store.read.events(uid, { after: 0, limit: 100 });
  const word = (kind: string) =>
    kind === 'user_msg' ? 'prompt' : kind === 'tool_result' || kind === 'error' ? 'result' : 'call';
  return events.map(
    ({ kind, summary, failed }) => `${word(kind)} ${summary.replace('Bash ', '')}${failed ? ' failed' : ''}`,
  );
}

async function restored(archive: Archive): Promise<string[]> {
  const session = (await archive.store.read.session(uid))!;
  const { files } = await restore({ store: archive.store, sources: [ledger], session, to: archive.path('back') });
  return files.map(({ path }) => readFileSync(path, 'utf8'));
}

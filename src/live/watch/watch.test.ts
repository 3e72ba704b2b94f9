import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openArchive } from '../../testing/open-archive.ts';
import { ingest } from '../../ingest/ingest.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import type { Source } from '../../sources/source.ts';
import { quill } from '../../testing/quill.ts';
import { lookOnce, watch, type WatchOptions } from './watch.ts';

let folder: string;
let watching: { stop(): Promise<void> } | undefined;
const shown: string[] = [];
const noted: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-watch-'));
  shown.length = 0;
  noted.length = 0;
});

afterEach(async () => {
  await watching?.stop();
  watching = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Quill, with its sessions below `quill/` in the test's folder. */
const watched: Source = {
  ...quill,
  places: () => [join(folder, 'quill')],
  async *discover() {
    const { readdir } = await import('node:fs/promises');
    for (const entry of await readdir(join(folder, 'quill'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )) {
      if (entry.isFile() && entry.name.endsWith('.jsonl')) yield join(entry.parentPath, entry.name);
    }
  },
};

test('a line is reported as soon as it is written, what was there before is not', async () => {
  write('one.jsonl', line('1', 'Already here'));
  await start();
  append('one.jsonl', line('2', 'Just written'));
  await reported('Just written');
  expect(shown).toEqual(['Just written']);
});

test('when it is stopped while it reads, it ends; what it had not read is read next time', async () => {
  write('one.jsonl', line('1', 'Already here'));
  const ending = new AbortController();
  const { openStore } = options(ending.signal);
  await watch(options(ending.signal, { openStore: () => (ending.abort(), openStore()) }));
  expect(shown).toEqual([]);
  await lookOnce(options(new AbortController().signal));
  expect(shown).toEqual(['Already here']);
});

test('a session in a folder that did not exist is found', async () => {
  mkdirSync(join(folder, 'quill'));
  await start();
  write('new/deep/two.jsonl', line('1', 'Hello'));
  await reported('Hello');
});

test('an agent that comes to this machine later is found at once, however long it takes to look at everything', async () => {
  await start();
  write('one.jsonl', line('1', 'Here now'));
  await reported('Here now');
});

test('half a line waits for its other half', async () => {
  write('one.jsonl', line('1', 'First'));
  await start();
  const whole = line('2', 'Second');
  append('one.jsonl', whole.slice(0, 20));
  await sleep(300);
  append('one.jsonl', whole.slice(20));
  await reported('Second');
  expect(shown).toEqual(['Second']);
});

test('a file that is rotated, deleted and written again goes on', async () => {
  write('one.jsonl', line('1', 'First'));
  await start();
  renameSync(join(folder, 'quill/one.jsonl'), join(folder, 'quill/old.txt'));
  write('one.jsonl', line('2', 'After the rotation'));
  await reported('After the rotation');
  rmSync(join(folder, 'quill/one.jsonl'));
  await sleep(150);
  write('one.jsonl', line('3', 'Written again'));
  await reported('Written again');
});

test('a place that is deleted and made anew goes on', async () => {
  write('one.jsonl', line('1', 'First'));
  await start({ everyMs: 300 });
  rmSync(join(folder, 'quill'), { recursive: true });
  await sleep(150);
  write('two.jsonl', line('1', 'Even its folder was gone'));
  await reported('Even its folder was gone');
});

test('files whose changes nobody reports are found by looking around', async () => {
  const deaf: Source = { ...watched, places: () => [] };
  write('one.jsonl', line('1', 'First'));
  await start({ sources: [deaf], everyMs: 100 });
  append('one.jsonl', line('2', 'Nobody said so'));
  await reported('Nobody said so');
});

test('a lock that is gone again when it is read stops nothing, nor what was written beside it', async () => {
  write('one.jsonl', line('1', 'First'));
  const lock = join(folder, 'quill/one.jsonl.lock');
  const openStore = () => {
    rmSync(lock, { force: true });
    return options(AbortSignal.abort()).openStore();
  };
  await start({ openStore });
  write('one.jsonl.lock', '{}');
  append('one.jsonl', line('2', 'Second'));
  await reported('Second');
});

test('a draft that an agent will rename is none of its sessions, though it reads like one', async () => {
  write('one.jsonl', line('1', 'First'));
  await start();
  write('one.jsonl.tmp.4711', line('1', 'First') + line('2', 'A draft'));
  await sleep(300);
  append('one.jsonl', line('3', 'Second'));
  await reported('Second');
  expect(shown).toEqual(['Second']);
});

test('another stemma can write meanwhile', async () => {
  write('one.jsonl', line('1', 'First'));
  await start();
  const store = await openSqlite(join(folder, 'store.db'), { mode: 'write', waitMs: 1_000 });
  await store[Symbol.asyncDispose]();
});

test('what another process stored in the archive is reported too', async () => {
  write('one.jsonl', line('1', 'First'));
  await start({ everyMs: 200 });
  writeFileSync(join(folder, 'elsewhere.jsonl'), line('1', 'Brought by another'));
  const store = await openArchive(join(folder, 'store.db'), 'write');
  await ingest({
    store,
    sources: [watched],
    machine: { home: folder, env: {} },
    paths: [join(folder, 'elsewhere.jsonl')],
    exclude: [],
    workspace: 'local',
    clock: Date.now,
  });
  await store[Symbol.asyncDispose]();
  await reported('Brought by another');
});

test('looking once reports what is new and ends', async () => {
  write('one.jsonl', line('1', 'First'));
  await lookOnce(options(new AbortController().signal));
  append('one.jsonl', line('2', 'Second'));
  await lookOnce(options(new AbortController().signal));
  expect(shown).toEqual(['First', 'Second']);
});

test('of many events at once every one is reported, and not all of them in one piece', async () => {
  const count = 30_000;
  write('one.jsonl', Array.from({ length: count }, (_, index) => line(String(index), `Number ${index}`)).join(''));
  let largest = 0;
  await lookOnce(
    options(new AbortController().signal, {
      onNews: async ({ events }) => {
        largest = Math.max(largest, events.length);
        shown.push(...events.map(({ summary }) => summary));
      },
    }),
  );
  expect(shown).toHaveLength(count);
  expect(shown.at(-1)).toBe(`Number ${count - 1}`);
  expect(largest).toBeLessThanOrEqual(1_000);
});

test.each([
  [
    'a call that fails again and again while nothing changes is reported as a loop, once',
    { tool: 'Read', input: { file_path: 'a.js' } },
    ['Note from stemma: this call has now failed 3 times, and no change in between was seen.'],
  ],
  [
    'a call that fails again and again is no circle when something was changed in between',
    { tool: 'Edit', input: { file_path: 'a.js', old_string: 'a', new_string: 'b' } },
    [],
  ],
])('%s', async (_, between, expected) => {
  const call = (id: string, what: object, output: string) =>
    record({ t: 'call', id, ...what }) + record({ t: 'result', id: `${id}:result`, call: id, output });
  const failing = (id: string) =>
    call(id, { tool: 'Bash', input: { command: 'npm test' } }, 'not ok 1 - adds up\n# fail 1\n');
  write('one.jsonl', line('1', 'First'));
  await start();
  append('one.jsonl', failing('a') + failing('b'));
  await sleep(200);
  append('one.jsonl', call('c', between, 'fine') + failing('d') + failing('e') + line('2', 'Done'));
  await reported('Done');
  expect(noted).toEqual(expected);
});

test('it ends on the signal, whatever it is doing', async () => {
  write('one.jsonl', line('1', 'First'));
  await start();
  append('one.jsonl', line('2', 'Second'));
  await watching!.stop();
  watching = undefined;
});

function record(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function line(id: string, text: string): string {
  return `${JSON.stringify({ t: 'say', id, text })}\n`;
}

function write(name: string, text: string): void {
  const path = join(folder, 'quill', name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function append(name: string, text: string): void {
  appendFileSync(join(folder, 'quill', name), text);
}

function options(signal: AbortSignal, more: Partial<WatchOptions> = {}): WatchOptions {
  return {
    home: join(folder, 'home'),
    openStore: () => openArchive(join(folder, 'store.db'), 'write'),
    redacted: (store) => store,
    sources: [watched],
    machine: { home: folder, env: {} },
    exclude: [],
    workspace: 'local',
    clock: Date.now,
    signal,
    onNews: async ({ events, notes }) => {
      shown.push(...events.map(({ summary }) => summary));
      noted.push(...notes.values());
    },
    // Long enough that only a notification can explain what is reported.
    everyMs: 60_000,
    ...more,
  };
}

async function start(more: Partial<WatchOptions> = {}): Promise<void> {
  const ending = new AbortController();
  let begun = false;
  const onNews = options(ending.signal).onNews;
  const done = watch({
    ...options(ending.signal, more),
    onNews: async (news) => {
      begun = true;
      await onNews(news);
    },
  });
  watching = {
    stop: async () => {
      ending.abort();
      await done;
    },
  };
  await vi.waitUntil(() => begun, { timeout: 10_000 });
}

async function reported(text: string): Promise<void> {
  await vi.waitUntil(() => shown.includes(text), { timeout: 10_000, interval: 20 });
}

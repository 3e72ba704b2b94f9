import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import { namedMachine } from '../../src/platform/machine-name.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { ingestFolder } from '../support/archive.ts';
import { freshDatabase } from '../support/postgres.ts';
import { fixedTest, longSession } from '../support/transcript.ts';

// Two machines of a team, each with stemma's home of its own, have other files at the same path. (Here one folder,
// moved in and out.)

const folder = mkdtempSync(join(tmpdir(), 'stemma-machines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const history = join(folder, 'history');

async function on<Answer>(machine: string, work: (path: string) => Promise<Answer>): Promise<Answer> {
  renameSync(join(folder, `disk of ${machine}`), history);
  try {
    return await work(join(history, 'session.jsonl'));
  } finally {
    renameSync(history, join(folder, `disk of ${machine}`));
  }
}

test(
  'two machines with other files at the same path neither read anything again nor lose anything of each other',
  { timeout: 60_000 },
  async () => {
    const url = await freshDatabase();
    const home = (machine: string): string => join(folder, `home of ${machine}`);
    const open = (machine: string): Promise<Store> => openStore(url, { mode: 'write', home: home(machine) });
    const texts = { ann: fixedTest('ann').toString(), bob: longSession('bob', 20).toString() };
    for (const [machine, text] of Object.entries(texts)) {
      mkdirSync(join(folder, `disk of ${machine}`));
      writeFileSync(join(folder, `disk of ${machine}`, 'session.jsonl'), text);
    }
    const ingest = (machine: 'ann' | 'bob') =>
      on(machine, async () => {
        await using store = await open(machine);
        return await ingestFolder(store, history);
      });

    const first = { ann: await ingest('ann'), bob: await ingest('bob') };
    expect(first.ann.events).toBeGreaterThan(0);
    expect(first.bob.events).toBeGreaterThan(0);
    expect(namedMachine(home('ann'))).not.toBe(namedMachine(home('bob')));
    for (const machine of ['ann', 'bob', 'ann'] as const)
      expect(await ingest(machine)).toMatchObject({ files: 0, events: 0, bytes: 0 });

    // What is added to one is read, and only that.
    writeFileSync(join(folder, 'disk of bob/session.jsonl'), longSession('bob', 25).toString());
    const grown = await ingest('bob');
    expect(grown).toMatchObject({ files: 1, bytes: longSession('bob', 25).toString().length - texts.bob.length });
    expect(await ingest('ann')).toMatchObject({ files: 0, events: 0 });

    await using store = await open('ann');
    const path = join(history, 'session.jsonl');
    const names = (await Array.fromAsync(store.read.files())).map((mark) => mark.path);
    expect(names.toSorted()).toEqual([path, `${namedMachine(home('bob'))}:${path}`].toSorted());
    expect((await Array.fromAsync(store.read.files('here'))).map((mark) => mark.path)).toEqual([path]);
    const { sessions } = await store.read.sessions({}, { limit: 10, offset: 0 });
    expect(sessions.map(({ source_path }) => source_path!).toSorted()).toEqual(names.toSorted());
    for (const mark of await Array.fromAsync(store.read.files())) {
      const archived = Buffer.concat(
        await Array.fromAsync(store.read.bytes(mark.path, mark.version, 0, mark.bytes)),
      ).toString();
      expect(archived).toBe(
        readFileSync(join(folder, mark.path === path ? 'disk of ann' : 'disk of bob', 'session.jsonl'), 'utf8'),
      );
    }
    expect(await store.read.check()).toEqual([]);

    // A rebuild reads what each of them brought, from the archive.
    const before = sessions.map(({ uid, events }) => ({ uid, events }));
    await rebuild({ store, sources, clock: () => 1_800_000_000_000, workspace: 'local' });
    expect(
      (await store.read.sessions({}, { limit: 10, offset: 0 })).sessions.map(({ uid, events }) => ({ uid, events })),
    ).toEqual(before);
    expect(await ingest('bob')).toMatchObject({ files: 0, events: 0 });
  },
);

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Secrets } from '../../../test/support/redaction/secrets.ts';
import { plantFixtures } from '../../../test/support/redaction/plant-fixtures.ts';
import { fixtureCases } from '../../sources/fixtures.ts';
import { sources } from '../../sources/all-sources.ts';
import { seen } from '../../../test/support/archive.ts';
import { PushingMachine, ReceivingArchive } from '../../../test/support/team/pushing-machine.ts';
import { fixedTest, forkOf, longSession } from '../../../test/support/transcript.ts';

const demo = join(import.meta.dirname, '../../../assets/demo');

test('what was pushed is what a local ingest of the same files gives', async () => {
  const machine = new PushingMachine();
  const server = new ReceivingArchive();
  machine.copyFrom(demo);
  const origin = fixedTest('origin');
  machine.write('origin.jsonl', origin.toString());
  machine.write('fork.jsonl', forkOf(origin, 'fork').prompt('now something else').toString());
  await machine.ingest();

  const report = await machine.push(server);

  expect(report).toMatchObject({ problems: [], left_out: [] });
  expect(await seen(await server.settled())).toEqual(await seen(machine.store));
  expect(await server.store.read.check()).toEqual([]);
});

test('a session that grows is the same when it was pushed in pieces, and costs what was appended', async () => {
  const machine = new PushingMachine();
  const server = new ReceivingArchive();
  const { lines } = longSession('grows', 400);
  const sizes: number[] = [];
  for (const count of [1, 2, 300, 900, 1_199, 1_200]) {
    machine.write('s.jsonl', lines.slice(0, count).join('\n') + (count % 2 === 0 ? '\n' : ''));
    await machine.ingest();
    const before = server.trafficBytes;
    await machine.push(server);
    sizes.push(server.trafficBytes - before);
  }

  expect(await seen(await server.settled())).toEqual(await seen(machine.store));
  const lastLine = lines.at(-1)!.length;
  expect(sizes.at(-1)).toBeLessThan(lastLine + 1_000);
  const again = server.trafficBytes;
  await machine.push(server);
  expect(server.trafficBytes).toBe(again);
});

test('files of every agent arrive whole, also when nothing is known any more of what was sent', async () => {
  const machine = new PushingMachine();
  const server = new ReceivingArchive();
  for (const { name } of sources) {
    const folder = join(import.meta.dirname, '../../sources', name, 'fixtures');
    for (const each of fixtureCases(folder).slice(0, 2)) machine.copyFrom(join(folder, each), `${name}-${each}`);
  }
  await machine.ingest();

  const first = await machine.push(server);
  const before = await seen(await server.settled());
  machine.loseWatermarks();
  const again = await machine.push(server);

  expect(first.problems).toEqual([]);
  expect(before).toEqual(await seen(machine.store));
  expect(again).toMatchObject({ problems: [], events: 0, bytes: 0 });
  expect(await seen(await server.settled())).toEqual(before);
});

test('an answer that was lost, before or after the server had stored it, neither loses nor doubles anything', async () => {
  const machine = new PushingMachine();
  const server = new ReceivingArchive();
  const { lines } = longSession('flaky', 120);
  let request = 0;
  const flaky = {
    receive: async (pushed: Parameters<typeof server.receive>[0]) => {
      const isLost = ++request % 3;
      if (isLost === 1) throw new Error('lost before');
      const sent = await server.receive(pushed);
      if (isLost === 2) throw new Error('lost after');
      return sent;
    },
  };
  for (const count of [30, 31, 100, 360]) {
    machine.write(
      's.jsonl',
      lines
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await machine.ingest();
    for (let attempt = 0; attempt < 3; attempt++) await machine.push(flaky).catch(() => {});
  }
  await machine.push(server);

  expect(await seen(await server.settled())).toEqual(await seen(machine.store));
  expect(await server.store.read.file(`${machine.name}:${machine.path('s.jsonl')}`)).toMatchObject({ version: 0 });
});

test('a rewritten file, a copied home and a second machine with the same files add nothing twice', async () => {
  const machine = new PushingMachine();
  const server = new ReceivingArchive();
  const { lines } = longSession('copied', 20);
  const write = (text: readonly string[]) => machine.write('s.jsonl', text.map((line) => `${line}\n`).join(''));
  write(lines.slice(0, 30));
  await machine.ingest();
  await machine.push(server);
  const copy = new PushingMachine(machine.name, machine.folder);
  const second = new PushingMachine('desktop-9z8y7x6w', machine.folder);
  write([...lines.slice(0, 20), ...lines.slice(24)]);
  for (const each of [machine, copy, second]) {
    await each.ingest();
    await each.push(server);
  }
  await machine.push(server);

  expect(await seen(await server.settled())).toEqual(await seen(machine.store));
  expect(await server.store.read.check()).toEqual([]);
});

test('no planted secret is in what leaves, nor in the archive that receives it', async () => {
  const machine = new PushingMachine();
  const server = new ReceivingArchive();
  const secrets = new Secrets(7);
  const planted = mkdtempSync(join(tmpdir(), 'stemma-planted-'));
  onTestFinished(() => rmSync(planted, { recursive: true }));
  plantFixtures(planted, { secrets, seed: 7, cases: 1 });
  // A file whose own name holds a secret is not sent at all.
  for (const [index, folder] of readdirSync(planted).entries()) {
    const named = readdirSync(join(planted, folder), { recursive: true, encoding: 'utf8' });
    if (index % 3 > 0 || named.every((name) => secrets.leaks(name).length === 0))
      machine.copyFrom(join(planted, folder), `case-${index}`);
  }
  await machine.ingest();

  const report = await machine.push(server);

  expect(report.problems).toEqual([]);
  expect(report.secrets).toBeGreaterThan(300);
  expect(secrets.planted).toBeGreaterThan(500);
  expect(secrets.leaks(Buffer.concat(server.traffic).toString())).toEqual([]);
});

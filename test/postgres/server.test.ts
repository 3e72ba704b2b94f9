import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase, ownServer } from '../support/postgres.ts';

test('every test gets a database of its own, on one server for all', async () => {
  const [one, two] = [await freshDatabase(), await freshDatabase()];
  expect(new URL(one).host).toBe(new URL(two).host);
  const first = new pg.Client(one);
  await first.connect();
  await first.query('create table here (a int)');
  await first.end();
  const second = new pg.Client(two);
  await second.connect();
  await expect(second.query('select * from here')).rejects.toThrow('does not exist');
  const { rows } = await second.query<{ addresses: string }>(`select current_setting('listen_addresses') as addresses`);
  expect(rows).toEqual([{ addresses: '127.0.0.1' }]);
  await second.end();
});

test("a server of one's own can be restarted, and keeps what was committed", async () => {
  const server = await ownServer();
  try {
    const before = new pg.Client(server.url);
    before.on('error', () => {});
    await before.connect();
    await before.query('create table kept (a int)');
    await server.restart();
    const after = new pg.Client(server.url);
    await after.connect();
    expect((await after.query('select * from kept')).rows).toEqual([]);
    await after.end();
  } finally {
    await server.stop();
  }
});

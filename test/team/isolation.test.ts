import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import type { Role } from '../../src/team/role.ts';
import { roles } from '../../src/team/role.ts';
import { markMade } from '../../src/team/is-made.ts';
import type { SpacePlace } from '../../src/team/space-place.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { failedTest } from '../../src/testing/stories.ts';
import { tryTeam, type TriedTeam } from '../../src/testing/try-team.ts';
import { writeStories } from '../../src/testing/write-stories.ts';
import { randomFrom } from '../support/random.ts';
import { toolInputs, urls, type Names, type Schema } from '../support/redaction/doors.ts';

// A world by chance: workspaces, users, roles, tokens. In every space lies a marker that only its owners may see, in a
// session of its own and in one that has the same ids everywhere. Everybody asks every address and every tool for what
// is not theirs.
const seed = Number(process.env['STEMMA_SEED'] ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const below = (most: number): number => Math.floor(random() * most);
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;

/** Somebody with a token, and the two spaces it opens. */
interface Asker {
  readonly user: string;
  readonly workspace: string;
  readonly role: Role;
  readonly token: string;
}

interface Planted {
  readonly place: SpacePlace;
  readonly workspace: string;
  /** Undefined for everybody's. */
  readonly user: string | undefined;
  readonly marker: string;
  readonly names: Names;
}

const folder = mkdtempSync(join(tmpdir(), 'stemma-isolation-'));
let team: TriedTeam;
let askers: readonly Asker[];
let spaces: readonly Planted[];

beforeAll(async () => {
  team = await tryTeam({ folder });
  const workspaces = ['main', 'shop', 'bank'].slice(0, 2 + below(2));
  askers = workspaces.flatMap((workspace) =>
    // The same names everywhere: they are different people.
    ['ada', 'bob', 'eve'].slice(0, 2 + below(2)).flatMap((user) =>
      Array.from({ length: 1 + below(2) }, () => {
        const role = oneOf(roles);
        return { user, workspace, role, token: team.token(user, role, workspace) };
      }),
    ),
  );
  const planted: Planted[] = [];
  for (const workspace of workspaces) {
    const users = new Set(askers.filter((asker) => asker.workspace === workspace).map(({ user }) => user));
    for (const user of [undefined, ...users]) planted.push(await plant(workspace, user, planted.length));
  }
  spaces = planted;
}, 60_000);

afterAll(async () => {
  await team[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function plant(workspace: string, user: string | undefined, number: number): Promise<Planted> {
  const place = team.space(workspace, user);
  const marker = `marker${number}x${Math.floor(random() * 1e9).toString(36)}`;
  mkdirSync(place.folder, { recursive: true });
  await using store = await openArchive(place.archive, 'write');
  const marked = JSON.parse(
    JSON.stringify(failedTest)
      .replaceAll('make the tests pass', `make the tests pass ${marker}`)
      .replaceAll('cart.ts', `cart-${marker}.ts`)
      .replaceAll('Make the tests', `Make ${marker}`)
      .replaceAll('/home/dev/shop', `/home/dev/${marker}`)
      .replaceAll('1 failing', `1 failing ${marker}`),
  ) as typeof failedTest;
  const own = { ...marked, name: `own-${number}`, began: '2026-03-02T09:30:00Z' };
  await writeStories(store, marked, own);
  markMade(place);
  const page = { limit: 10, offset: 0 };
  const { chains } = await store.read.chains({}, page);
  const events = await store.read.events(('quill:own-' + number) as never, { after: 0, limit: 4 });
  return {
    place,
    workspace,
    user,
    marker,
    names: {
      sessions: [`quill:own-${number}`, 'quill:failed-test', 'latest'],
      events: events.map(({ id }) => id),
      chains: chains.map(({ id }) => id),
      skills: ['review'],
      // Words that are everywhere: whoever gives a marker gets it back.
      texts: ['failing', 'npm test', 'exit 1'],
      files: ['src/cart.ts'],
      folder: '/home/dev',
      secret: 'nothing',
      now: Date.now(),
    },
  };
}

/** What is not theirs, in an answer; with what led to it, to try again. */
function expectOnly(own: Planted, text: string, asked: string): void {
  const seen = spaces.filter(({ marker }) => text.includes(marker) && marker !== own.marker);
  expect(
    seen.map(({ place }) => place.name),
    `STEMMA_SEED=${seed}: ${asked} shows what is in`,
  ).toEqual([]);
}

/** Both spaces a token opens, under their addresses. */
function ownSpaces(asker: Asker): readonly (readonly [prefix: string, space: Planted])[] {
  const found = (user: string | undefined) =>
    spaces.find((space) => space.workspace === asker.workspace && space.user === user)!;
  return [
    ['', found(undefined)],
    ['/mine', found(asker.user)],
  ];
}

describe('nobody reads what is not theirs', () => {
  test('at any address, whatever they ask for', async () => {
    let [found, asked] = [0, 0];
    for (const { method, path, input } of routes) {
      if (method !== 'GET' || path === '/api/live' || path === '/openapi.json') continue;
      // Somebody for each address, and everybody for the list of sessions.
      const some = path === '/api/sessions' ? askers : [oneOf(askers)];
      for (const asker of some) {
        for (const [prefix, own] of ownSpaces(asker)) {
          const other = oneOf(spaces.filter((space) => space !== own));
          for (const names of [own.names, other.names])
            for (const url of [...urls(path, input, names)].slice(0, 2)) {
              const { text, status } = await team.ask(prefix + url, asker.token);
              expectOnly(own, text, `${asker.user} of ${asker.workspace}: GET ${prefix}${url}`);
              expect(status, `${prefix}${url}`).toBeLessThan(500);
              asked += 1;
              if (text.includes(own.marker)) found += 1;
            }
        }
      }
    }
    // They do see what is theirs.
    expect(found).toBeGreaterThan(asked / 10);
  }, 60_000);

  test('by any MCP tool or resource', async () => {
    const asker = askers.find(({ role }) => role !== 'reader') ?? oneOf(askers);
    let found = 0;
    for (const [prefix, own] of ownSpaces(asker)) {
      const { result } = await rpc(asker, prefix, 'tools/list', {});
      for (const { name, inputSchema, annotations } of result.tools) {
        if (!annotations.readOnlyHint) continue;
        const other = oneOf(spaces.filter((space) => space !== own));
        for (const names of [own.names, other.names])
          for (const input of [...toolInputs(inputSchema as Schema, names)].slice(0, 2)) {
            const text = JSON.stringify(await rpc(asker, prefix, 'tools/call', { name, arguments: input }));
            expectOnly(own, text, `${name} ${JSON.stringify(input)}`);
            if (text.includes(own.marker)) found += 1;
          }
      }
      const list = await rpc(asker, prefix, 'resources/list', {});
      expectOnly(own, JSON.stringify(list), 'resources/list');
      for (const { names } of spaces)
        for (const uri of [`stemma://session/${names.sessions[0]}`, 'stemma://digest/quill:failed-test'])
          expectOnly(own, JSON.stringify(await rpc(asker, prefix, 'resources/read', { uri })), uri);
    }
    expect(found).toBeGreaterThan(0);
  }, 60_000);
});

test('nobody writes what is not theirs, and no reader writes anything', async () => {
  const expected = new Map(spaces.map(({ place }) => [place.name, [] as string[]]));
  for (const [number, asker] of askers.entries()) {
    for (const [prefix, own] of ownSpaces(asker)) {
      const mark = `written${number}by${asker.role}`;
      const other = oneOf(spaces.filter((space) => space !== own));
      const mayWrite = asker.role !== 'reader';
      await rpc(asker, prefix, 'tools/call', { name: 'record_error', arguments: { message: `broken ${mark}` } });
      if (mayWrite) expected.get(own.place.name)!.push(mark);
      for (const path of ['resolve', 'attempts']) {
        // The same ids may be in both: then it is their own that they change.
        const chain = other.names.chains.find((id) => !own.names.chains.includes(id))!;
        const body = path === 'attempts' ? { action: `attempt ${mark}` } : {};
        const { status } = await team.ask(`${prefix}/api/chains/${chain}/${path}`, asker.token, { body });
        expect(status, `${asker.role} ${prefix} ${path}`).toBe(mayWrite ? 404 : 403);
      }
      const { status } = await team.ask(`${prefix}/v1/logs`, asker.token, { body: telemetry(mark) });
      expect(status).toBe(mayWrite ? 200 : 403);
      if (mayWrite) expected.get(own.place.name)!.push(`telemetry-${mark}`);
    }
  }
  await expect
    .poll(() =>
      spaces.every(({ place }) => expected.get(place.name)!.every((mark) => contentsOf(place).includes(mark))),
    )
    .toBe(true);
  for (const { place } of spaces) {
    const written = new Set(contentsOf(place).match(/written\d+by\w+/g) ?? []);
    const own = expected.get(place.name)!.map((mark) => mark.replace('telemetry-', ''));
    expect([...written].toSorted(), `STEMMA_SEED=${seed}: ${place.name}`).toEqual([...new Set(own)].toSorted());
  }
}, 60_000);

test('no table, view, block or file of a space holds anything of another', () => {
  for (const space of spaces) {
    const contents = contentsOf(space.place);
    expect(contents).toContain(space.marker);
    expectOnly(space, contents, `${space.place.name} on disk`);
  }
});

test('what a deleted workspace held is gone, and a new one of its name is empty', async () => {
  const { stemma } = await commandLine();
  const asker = askers.find(({ workspace }) => workspace !== 'main')!;
  expect((await stemma('workspace', 'delete', asker.workspace, '--yes')).code).toBe(0);
  expect((await team.ask('/api/sessions', asker.token)).status).toBe(401);
  const token = team.token(asker.user, 'admin', asker.workspace);
  for (const prefix of ['', '/mine'])
    expect((await team.ask(`${prefix}/api/sessions`, token)).json).toMatchObject({ total: 0 });
  const gone = spaces.filter(({ workspace }) => workspace === asker.workspace);
  const left = filesBelow(folder)
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
  for (const { marker } of gone) expect(left).not.toContain(marker);
});

/** The command line at the server, whose folder is `server` below a home. */
async function commandLine() {
  const { fakeApp } = await import('../../src/testing/fake-app.ts');
  const { symlinkSync } = await import('node:fs');
  const home = mkdtempSync(join(tmpdir(), 'stemma-console-'));
  mkdirSync(join(home, '.stemma'));
  symlinkSync(folder, join(home, '.stemma/server'));
  return { stemma: fakeApp(home, { clock: Date.now }).run };
}

// The tests say what they expect of it.
// oxlint-disable-next-line typescript/no-explicit-any
async function rpc(asker: Asker, prefix: string, method: string, params: object): Promise<any> {
  const { text } = await team.ask(`${prefix}/mcp`, asker.token, {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

function telemetry(mark: string): object {
  const attributes = [{ key: 'gen_ai.conversation.id', value: { stringValue: `telemetry-${mark}` } }];
  const record = { timeUnixNano: '1767225600000000000', body: { stringValue: mark }, attributes };
  return { resourceLogs: [{ resource: {}, scopeLogs: [{ scope: { name: 'app' }, logRecords: [record] }] }] };
}

/** Everything a space keeps: every table and view as rows, packed blocks unpacked, and its files. */
function contentsOf({ archive, folder: at }: SpacePlace): string {
  const db = new DatabaseSync(archive, { readOnly: true });
  try {
    const names = db.prepare(`select name from sqlite_master where type in ('table', 'view')`).all();
    const rows = names.flatMap(({ name }) => {
      try {
        return db.prepare(`select * from "${String(name)}"`).all();
      } catch {
        // The inner tables of the search index, and functions that only the program has.
        return [];
      }
    });
    const texts = rows.flatMap((row) => Object.values(row).map(textOf));
    const files = filesBelow(at).filter((path) => !/\.db(?:-\w+|\.writer.*)?$/.test(path));
    return [...texts, ...files.map((path) => readFileSync(path, 'latin1'))].join('\n');
  } finally {
    db.close();
  }
}

function textOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value);
  try {
    return zstdDecompressSync(value).toString();
  } catch {
    return Buffer.from(value).toString('latin1');
  }
}

function filesBelow(at: string): readonly string[] {
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverRoutes } from '../../src/http/team/server-routes.ts';
import { methodsOf } from '../../src/http/request/match.ts';
import { routes } from '../../src/http/routes.ts';
import { encodePush, machineHeader, pushType } from '../../src/ingest/receive/wire.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createDatabase } from '../../src/store/postgres/databases.ts';
import { markMade } from '../../src/team/is-made.ts';
import { isAtLeast, roles, type Role } from '../../src/team/role.ts';
import type { SpacePlace } from '../../src/team/space-place.ts';
import { fakeApp } from '../../src/testing/fake-app.ts';
import { failedTest } from '../../src/testing/stories.ts';
import { tryTeam, type TriedTeam } from '../../src/testing/try-team.ts';
import { writeStories } from '../../src/testing/write-stories.ts';
import { freshDatabase } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { toolInputs, urls, type Names, type Schema } from '../support/redaction/doors.ts';
import { filesBelow, spaceContents } from '../support/team/space-contents.ts';
import { Transcript } from '../support/transcript.ts';

// A world by chance: workspaces, users, roles, tokens. In every space lies a marker that only its owners may see, in a
// session of its own and in one that has the same ids everywhere. Everybody asks every address and every tool for what
// is not theirs. The addresses come from the tables that the server is made from: a new one is asked here too.
const seed = Number(process.env['STEMMA_SEED'] ?? Date.now() % 1_000_000);

/** Somebody with a token, and the two spaces it opens. */
interface Asker {
  readonly user: string;
  readonly workspace: string;
  readonly role: Role;
  readonly token: string;
  /** What this one pushes from. */
  readonly machine: string;
}

interface Planted {
  readonly place: SpacePlace;
  readonly workspace: string;
  /** Undefined for everybody's. */
  readonly user: string | undefined;
  readonly marker: string;
  readonly names: Names;
}

/** An address with the least role that may ask there. */
interface Address {
  readonly method: string;
  readonly path: string;
  readonly role: Role;
}

/** Every address that a token is needed for, but for the MCP server, which has tools for every role. */
const addresses: readonly Address[] = [
  ...routes.flatMap((route): readonly Address[] =>
    route.method === 'ANY' ? [] : methodsOf(route).map((method) => ({ method, path: route.path, role: roleOf(route) })),
  ),
  ...serverRoutes,
  ...['traces', 'logs', 'metrics'].map((signal): Address => ({
    method: 'POST',
    path: `/v1/${signal}`,
    role: 'writer',
  })),
  { method: 'GET', path: '/metrics', role: 'reader' },
];

function roleOf({ method }: (typeof routes)[number]): Role {
  return method === 'GET' ? 'reader' : 'writer';
}

describe.each([
  ['in files', async (): Promise<string | undefined> => undefined],
  ['in PostgreSQL', () => freshDatabase()],
])('archives %s', (_, database) => {
  const random = randomFrom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const folder = mkdtempSync(join(tmpdir(), 'stemma-isolation-'));
  let base: string | undefined;
  let team: TriedTeam;
  let askers: readonly Asker[];
  let spaces: readonly Planted[];

  beforeAll(async () => {
    base = await database();
    team = await tryTeam({ folder, requestsPerSecond: 10_000, ...(base !== undefined && { database: base }) });
    const workspaces = ['main', 'shop', 'bank'].slice(0, 2 + below(2));
    askers = workspaces.flatMap((workspace, place) =>
      // The same names everywhere: they are different people.
      ['ada', 'bob', 'eve'].slice(0, 2 + below(2)).flatMap((user, number) =>
        // Every role is there, whatever chance says.
        [roles[(place + number) % roles.length]!, ...(below(2) > 0 ? [oneOf(roles)] : [])].map((role) => ({
          user,
          workspace,
          role,
          token: team.token(user, role, workspace),
          machine: `${user}-${String(place * 10 + number).padStart(8, '0')}`,
        })),
      ),
    );
    const planted: Planted[] = [];
    for (const workspace of workspaces) {
      const users = new Set(askers.filter((asker) => asker.workspace === workspace).map(({ user }) => user));
      for (const user of [undefined, ...users]) planted.push(await plant(workspace, user, planted.length));
    }
    spaces = planted;
  }, 120_000);

  afterAll(async () => {
    await team[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  async function plant(workspace: string, user: string | undefined, number: number): Promise<Planted> {
    const place = team.space(workspace, user);
    const marker = `marker${number}x${Math.floor(random() * 1e9).toString(36)}`;
    mkdirSync(place.folder, { recursive: true });
    if (base !== undefined) await createDatabase(base, place.archive);
    await using store = await openStore(place.archive, { mode: 'write', home: folder });
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

  const others = (own: Planted) => spaces.filter((space) => space !== own);
  const writers = () => askers.filter(({ role }) => role !== 'reader');
  const contents = async () =>
    new Map(await Promise.all(spaces.map(async ({ place }) => [place.name, await spaceContents(place)] as const)));

  describe('nobody reads what is not theirs', () => {
    test('at any address, whatever they ask for', async () => {
      let [found, asked] = [0, 0];
      for (const { method, path } of addresses) {
        if (method !== 'GET' || path === '/api/live') continue;
        const input = routes.find((route) => route.path === path)?.input ?? {};
        // Somebody for each address, and everybody where there is most to see.
        const some = ['/api/sessions', '/v1/pull'].includes(path) ? askers : [oneOf(askers)];
        for (const asker of some) {
          for (const [prefix, own] of ownSpaces(asker)) {
            for (const names of [own.names, oneOf(others(own)).names])
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
    }, 120_000);

    test('by any MCP tool, resource or prompt', async () => {
      const asker = oneOf(writers());
      let found = 0;
      for (const [prefix, own] of ownSpaces(asker)) {
        const { result } = await rpc(asker, prefix, 'tools/list', {});
        for (const { name, inputSchema, annotations } of result.tools) {
          if (!annotations.readOnlyHint) continue;
          for (const names of [own.names, oneOf(others(own)).names])
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
        const { result: listed } = await rpc(asker, prefix, 'prompts/list', {});
        for (const { name, arguments: [argument] = [] } of listed.prompts)
          for (const { names } of spaces)
            for (const value of [names.sessions[0]!, names.events[0]!, ...names.texts]) {
              const given = { name, arguments: { [argument?.name ?? 'about']: value } };
              expectOnly(own, JSON.stringify(await rpc(asker, prefix, 'prompts/get', given)), `prompt ${name}`);
            }
      }
      expect(found).toBeGreaterThan(0);
    }, 120_000);

    test('by an address or a header that is made up', async () => {
      for (const asker of askers)
        for (const space of spaces) {
          const [, own] = ownSpaces(asker)[0]!;
          const { workspace, user = 'ada', names } = space;
          for (const url of [
            `/${workspace}/api/sessions`,
            `/mine/${user}/api/sessions`,
            `/mine/../${workspace}/api/sessions`,
            `/api/../../${workspace}/team/stemma.db`,
            `/mine%2Fapi%2Fsessions`,
            `/mine/mine/api/sessions`,
            `//mine/api/sessions`,
            `/api/sessions/..%2F..%2F${workspace}%2Fteam`,
            `/api/sessions?workspace=${workspace}&space=mine&user=${user}`,
            `/workspaces/1-main/team/stemma.db`,
            `/server.db`,
          ]) {
            const headers = {
              'stemma-workspace': workspace,
              'x-forwarded-user': user,
              cookie: `workspace=${workspace}`,
            };
            const { text } = await team.ask(url, asker.token, { headers });
            expectOnly(own, text, `${asker.user} of ${asker.workspace}: GET ${url}`);
          }
          // A session of the MCP server is no key to a space.
          const session = { 'mcp-session-id': `${workspace}/${user}` };
          const params = { name: 'timeline', arguments: { session: names.sessions[0] } };
          const text = JSON.stringify(await rpc(asker, '', 'tools/call', params, session));
          expectOnly(own, text, `${asker.user} of ${asker.workspace}: mcp session of ${workspace}`);
        }
    }, 120_000);
  });

  test('every address refuses whoever has no token or too small a role, and nothing of theirs is written', async () => {
    const before = await contents();
    for (const { method, path, role } of addresses) {
      expect(roles, `${method} ${path} has no role`).toContain(role);
      if (!['GET', 'HEAD'].includes(method)) expect(role, `${method} ${path}`).not.toBe('reader');
      if (path === '/api/live') continue;
      const url = path.replaceAll(/:\w+/g, 'latest');
      const body = method === 'POST' ? { body: {} } : {};
      expect((await team.ask(url, undefined, { method, ...body })).status, `${method} ${path}`).toBe(401);
      for (const asker of askers)
        for (const [prefix] of ownSpaces(asker)) {
          // In their own space writers are admins.
          const has = prefix === '/mine' && isAtLeast(asker.role, 'writer') ? 'admin' : asker.role;
          const isThere = prefix === '' || /^\/(?:api|v1)\//.test(path);
          if (!isThere || isAtLeast(has, role)) continue;
          const { status } = await team.ask(prefix + url, asker.token, { method, ...body });
          expect(status, `${asker.role}: ${method} ${prefix}${path}`).toBe(403);
        }
    }
    const reader = askers.find(({ role }) => role === 'reader')!;
    const writer = oneOf(writers());
    const { result } = await rpc(writer, '', 'tools/list', {});
    const writing = result.tools.filter((tool: Tool) => !tool.annotations.readOnlyHint) as readonly Tool[];
    expect(writing.length).toBeGreaterThan(0);
    for (const [prefix, own] of ownSpaces(reader))
      for (const { name, inputSchema } of writing)
        for (const input of [...toolInputs(inputSchema, own.names)].slice(0, 2)) {
          const text = JSON.stringify(await rpc(reader, prefix, 'tools/call', { name, arguments: input }));
          expect(text, name).toContain('not found');
        }
    // Other methods than an address has are no way around its role.
    for (const { path } of addresses)
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const url = path.replaceAll(/:\w+/g, 'latest');
        const { status } = await team.ask(url, reader.token, { method, body: {} });
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      }
    expect(await contents()).toEqual(before);
  }, 120_000);

  test('nobody writes what is not theirs', async () => {
    const expected = new Map(spaces.map(({ place }) => [place.name, [] as string[]]));
    const posts = routes.filter(({ method }) => method === 'POST');
    for (const [number, asker] of writers().entries()) {
      for (const [prefix, own] of ownSpaces(asker)) {
        const mark = `written${number}by${asker.user}${asker.workspace}${prefix === '' ? 'team' : 'mine'}`;
        const write = (how: string) => `${mark}${how}end`;
        const other = oneOf(others(own));
        const chain = other.names.chains.find((id) => !own.names.chains.includes(id))!;
        const foreign = { ...other.names, chains: [chain], sessions: [other.names.sessions[0]!] };
        for (const { path, input } of posts)
          for (const url of urls(path, {}, foreign)) {
            const texts = Object.entries(input).filter(([, { required }]) => required);
            const body = Object.fromEntries(
              texts.map(([name, { type }]) => [name, type === 'texts' ? [write('post')] : write('post')]),
            );
            const { status } = await team.ask(prefix + url, asker.token, { body });
            expect(status, `${prefix}${url}`).toBeGreaterThanOrEqual(400);
          }
        await rpc(asker, prefix, 'tools/call', { name: 'record_error', arguments: { message: write('tool') } });
        const body = telemetry(write('telemetry'));
        expect((await team.ask(`${prefix}/v1/logs`, asker.token, { body })).status).toBe(200);
        expect((await push(asker, prefix, asker.machine, write('push'))).status).toBe(200);
        expected.get(own.place.name)!.push(...['tool', 'telemetry', 'push'].map(write));
        // In the name of a colleague's machine, or of the server itself.
        const colleague = askers.find(({ workspace, user }) => workspace === asker.workspace && user !== asker.user)!;
        claim(colleague);
        for (const machine of [colleague.machine, serverMachine()])
          expect((await push(asker, prefix, machine, write('stolen'))).status, machine).toBe(403);
        // What others have stays, though it has the same id in all spaces. An administrator may forget it in their own.
        const sessions = other.names.sessions.slice(0, asker.role === 'admin' ? 1 : 2);
        const { json } = await team.ask(`${prefix}/v1/push/forget`, asker.token, { body: { sessions } });
        if (prefix === '' && asker.role === 'writer')
          expect(json).toMatchObject({ forgotten: [], refused: ['quill:failed-test'] });
      }
    }
    await expect
      .poll(
        async () => {
          const there = await contents();
          return [...expected].flatMap(([name, marks]) => marks.filter((mark) => !there.get(name)!.includes(mark)));
        },
        { timeout: 30_000 },
      )
      .toEqual([]);
    for (const [name, text] of await contents()) {
      const written = new Set(text.match(/written\d+by\w+?end/g) ?? []);
      expect([...written].toSorted(), `STEMMA_SEED=${seed}: ${name}`).toEqual(expected.get(name)!.toSorted());
    }
  }, 120_000);

  test('no table, view, block or file of a space holds anything of another', async () => {
    for (const space of spaces) {
      const text = await spaceContents(space.place);
      // An admin may have forgotten it, above.
      expectOnly(space, text, `${space.place.name} on disk`);
    }
    expect((await Promise.all(spaces.map(({ place }) => spaceContents(place)))).join('')).toContain(spaces[0]!.marker);
  });

  test('who follows a space gets news of no other', async () => {
    const followed = await Promise.all(
      askers
        .slice(0, 4)
        .flatMap((asker) =>
          ownSpaces(asker).map(async ([prefix, own]) => ({ own, prefix, ...(await follow(prefix, asker.token)) })),
        ),
    );
    for (const asker of writers())
      for (const [prefix, own] of ownSpaces(asker))
        await push(asker, prefix, asker.machine, `news of ${own.marker} ${own.place.name}`);
    await expect.poll(() => followed.some(({ text, own }) => text().includes(own.marker))).toBe(true);
    for (const { own, prefix, text, end } of followed) {
      end();
      expectOnly(own, text(), `${prefix}/api/live`);
    }
  });

  test('what a deleted workspace held is gone, and a new one of its name is empty', async () => {
    const asker = askers.find(({ workspace }) => workspace !== 'main')!;
    const deleted = team.space(asker.workspace);
    const inPostgres = base === undefined ? [] : ['--db', base];
    expect((await commandLine()('workspace', 'delete', asker.workspace, '--yes', ...inPostgres)).code).toBe(0);
    expect((await team.ask('/api/sessions', asker.token)).status).toBe(401);
    const token = team.token(asker.user, 'admin', asker.workspace);
    for (const prefix of ['', '/mine'])
      expect((await team.ask(`${prefix}/api/sessions`, token)).json).toMatchObject({ total: 0 });
    const gone = spaces.filter(({ workspace }) => workspace === asker.workspace);
    const left = filesBelow(folder)
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n');
    for (const { marker } of gone) expect(left).not.toContain(marker);
    if (base !== undefined)
      await expect(openStore(deleted.archive, { mode: 'read', home: folder })).rejects.toMatchObject({
        code: 'store-unreachable',
      });
    // What the server was about to write there does not make it again.
    expect(() => mkdirSync(deleted.folder, { recursive: true })).toThrow(/EEXIST|ENOTDIR/);
  });

  /** The command line at the server, whose folder is `server` below a home. */
  function commandLine() {
    const home = mkdtempSync(join(tmpdir(), 'stemma-console-'));
    mkdirSync(join(home, '.stemma'));
    symlinkSync(folder, join(home, '.stemma/server'));
    return fakeApp(home, { clock: Date.now }).run;
  }

  function serverMachine(): string {
    return readFileSync(join(folder, 'machine'), 'utf8').trim();
  }

  /** A colleague's machine is theirs once they have pushed from it. */
  function claim({ workspace, user, machine }: Asker): void {
    const found = team.registry.workspace(workspace);
    const { id } = team.registry.users(found).find(({ name }) => name === user)!;
    team.registry.claimMachine(found, id, machine);
  }

  async function push(asker: Asker, prefix: string, machine: string, text: string) {
    const transcript = new Transcript(`${prefix} ${text}`).prompt(text);
    const path = `/home/${asker.user}/.claude/projects/-home-dev-shop/${transcript.session}.jsonl`;
    const bytes = Buffer.from(transcript.toString());
    const delivery = { path, source: 'claude-code', base: null, keep: 0, bytes, mtimeMs: 0, repositories: {} };
    const headers = { 'content-type': pushType, [machineHeader]: machine };
    const body = encodePush({ machine, raw: false, deliveries: [delivery] });
    return await team.ask(`${prefix}/v1/push`, asker.token, { headers, body });
  }

  async function follow(prefix: string, token: string) {
    const ending = new AbortController();
    let seen = '';
    const { body } = await fetch(`${team.serving.url}${prefix}/api/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: ending.signal,
    });
    void (async () => {
      try {
        for await (const part of body!) seen += Buffer.from(part as Uint8Array).toString();
      } catch {
        // It was ended here.
      }
    })();
    await expect.poll(() => seen).toContain('hello');
    return { text: () => seen, end: () => ending.abort() };
  }

  async function rpc(
    asker: Asker,
    prefix: string,
    method: string,
    params: object,
    headers: Readonly<Record<string, string>> = {},
    // The tests say what they expect of it.
    // oxlint-disable-next-line typescript/no-explicit-any
  ): Promise<any> {
    const { text } = await team.ask(`${prefix}/mcp`, asker.token, {
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  }
});

interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly annotations: { readonly readOnlyHint: boolean };
}

function telemetry(mark: string): object {
  const attributes = [{ key: 'gen_ai.conversation.id', value: { stringValue: `telemetry-${mark}` } }];
  const record = { timeUnixNano: '1767225600000000000', body: { stringValue: mark }, attributes };
  return { resourceLogs: [{ resource: {}, scopeLogs: [{ scope: { name: 'app' }, logRecords: [record] }] }] };
}

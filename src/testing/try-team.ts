import { mkdtempSync, rmSync } from 'node:fs';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpHandler } from '../mcp/http-handler.ts';
import { startTeamServer, type TeamServerOptions, type TeamServing } from '../http/team/team-server.ts';
import { openStore } from '../store/open-store.ts';
import { Registry } from '../team/registry.ts';
import type { Role } from '../team/role.ts';
import { spacePlace, type ServerPlace, type SpacePlace } from '../team/space-place.ts';
import { quill } from './quill.ts';

export interface TeamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // The tests say what they expect of it.
  readonly json: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
}

export interface TriedTeam extends AsyncDisposable {
  readonly serving: TeamServing;
  readonly registry: Registry;
  readonly place: ServerPlace;
  readonly folder: string;
  /** What the server logs. */
  readonly log: string[];
  /** A token of this user, in a workspace that is made if needed. */
  token(user: string, role: Role, workspace?: string): string;
  space(workspace: string, user?: string): SpacePlace;
  ask(path: string, token?: string, options?: AskOptions): Promise<TeamAnswer>;
}

/** A team server with a real registry, archives, writing threads and sockets. The caller disposes of it. */
export async function tryTeam(
  options: Partial<TeamServerOptions> & { readonly database?: string; readonly folder?: string } = {},
): Promise<TriedTeam> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'stemma-team-'));
  const place: ServerPlace = { folder, database: options.database };
  const registry = Registry.open(folder, { create: true, now: Date.now() });
  const log: string[] = [];
  const serving = await startTeamServer({
    version: '0.0.0',
    place,
    registry,
    openStore: (archive, mode) => openStore(archive, { mode, home: folder }),
    mcp:
      ({ print, ...context }) =>
      async (request) =>
        httpHandler(
          { sources: async () => [quill], clock: Date.now, folder, ...context },
          { version: '0.0.0', print, hosts: 'checked' },
        ).fetch(request),
    sources: async () => [quill],
    clock: Date.now,
    page: join(folder, 'web'),
    host: '127.0.0.1',
    port: 0,
    trustsProxy: false,
    writers: 1,
    write: (text) => void log.push(text),
    secrets: [{ text: folder, instead: 'the server' }],
    ...options,
  });
  const workspaceOf = (name: string) =>
    registry.workspaces().find((each) => each.name === name) ??
    registry.createWorkspace(name, { allowsRaw: false, keepDays: null }, Date.now());
  return {
    serving,
    registry,
    place,
    folder,
    log,
    token: (user, role, workspace = 'main') =>
      registry.createToken(workspaceOf(workspace), user, { role }, Date.now()).text,
    space(workspace, user) {
      const found = workspaceOf(workspace);
      return spacePlace(
        place,
        found,
        registry.users(found).find(({ name }) => name === user),
      );
    },
    ask: (path, token, { method, headers = {}, body } = {}) => {
      const bytes =
        body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      return new Promise((resolve, reject) => {
        const request = send(
          `http://127.0.0.1:${serving.port}${path}`,
          {
            method: method ?? (bytes === undefined ? 'GET' : 'POST'),
            agent: false,
            headers: {
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
              ...(bytes !== undefined && {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(bytes)),
              }),
              ...headers,
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () => {
              const text = Buffer.concat(chunks).toString('utf8');
              resolve({
                status: response.statusCode!,
                headers: response.headers,
                text,
                get json() {
                  return JSON.parse(text);
                },
              });
            });
          },
        );
        request.on('error', reject);
        request.end(bytes);
      });
    },
    async [Symbol.asyncDispose]() {
      await serving[Symbol.asyncDispose]();
      registry[Symbol.dispose]();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { digest } from '../ask/digest/digest.ts';
import { findSession } from '../ask/find/find-session.ts';
import type { Session } from '../model/session.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { redact } from '../platform/redact.ts';
import { archiveAge } from './age.ts';
import { fit } from './fit.ts';
import { short } from './text.ts';
import type { McpContext } from './tool.ts';

/** Sessions and their digests, readable by address. */
export function addResources(server: McpServer, context: McpContext): void {
  const add = (
    what: 'session' | 'digest',
    title: string,
    description: string,
    read: (uid: string) => Promise<object>,
  ): void => {
    const template = new ResourceTemplate(`stemma://${what}/{+uid}`, {
      list: async () => ({ resources: (await newest(context)).map((session) => listed(what, session)) }),
      complete: { uid: async (begun) => (await beginning(context, begun)).map(({ uid }) => uid) },
    });
    server.registerResource(
      what,
      template,
      { title, description, mimeType: 'application/json' },
      async (uri, { uid }) => ({
        contents: [
          {
            uri: uri.href,
            mimeType: 'application/json',
            text: JSON.stringify(await found(uri.href, () => read(decodeURIComponent(String(uid))))),
          },
        ],
      }),
    );
  };
  add(
    'session',
    'A session',
    'One session of one agent: when, where, how it ended, what it cost. The list shows the newest; any uid, or a unique beginning of one, can be read.',
    (uid) =>
      context.archive.ask(async ({ read }) => ({
        session: await findSession(read, uid),
        archive: await archiveAge(read, context.clock()),
      })),
  );
  add(
    'digest',
    'What stays of a session',
    'What was asked, done, decided, delivered and left open in a session, in a few pages.',
    (uid) =>
      context.archive.ask(async ({ read }) =>
        fit(await digest(read, await findSession(read, uid), { now: context.clock() })),
      ),
  );
}

const maxListed = 50;

function newest(context: McpContext): Promise<readonly Session[]> {
  return context.archive.ask(
    async ({ read }) =>
      (await read.sessions({ topLevel: true, notEmpty: true }, { limit: maxListed, offset: 0 })).sessions,
  );
}

function beginning(context: McpContext, begun: string): Promise<readonly Session[]> {
  return begun === '' ? newest(context) : context.archive.ask(({ read }) => read.findSessions(begun, maxListed));
}

function listed(what: 'session' | 'digest', { uid, title, repo, started_at }: Session) {
  const name = short(title ?? uid, 100);
  return {
    uri: `stemma://${what}/${uid}`,
    name: `${what} ${uid}`,
    title: what === 'digest' ? `Digest: ${name}` : name,
    description: [repo, started_at?.slice(0, 10)].filter(Boolean).join(', '),
    mimeType: 'application/json',
  };
}

async function found<Answer>(uri: string, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StemmaError)
      throw new ResourceNotFoundError(redact(uri), redact(`${error.message} ${error.hint}`));
    throw error;
  }
}

import { isObject } from '../../platform/parse-records.ts';
import type { SessionUid } from '../../model/ids.ts';
import { isMachineName } from '../../platform/machine-name.ts';
import type { StoreReader } from '../../store/store.ts';
import { isAtLeast } from '../../team/role.ts';
import { HttpError } from '../response/http-error.ts';
import type { ServerRoute } from './server-route.ts';
import type { ForgetAnswer } from './writer/jobs/forget.ts';

const maxBytes = 1024 * 1024;
const maxSessions = 1_000;

export const forgetRoute: ServerRoute = {
  method: 'POST',
  path: '/v1/push/forget',
  summary: 'Remove sessions for good, and refuse them from now on',
  role: 'writer',
  async run({ space, member, body, ownsMachine, send, audit }) {
    const sessions = sessionsIn(await body(maxBytes));
    const [own, refused]: [SessionUid[], SessionUid[]] = [[], []];
    await space.archive.ask(async ({ read }) => {
      for (const uid of sessions) {
        const machines = await machinesOf(read, uid);
        // What no machine pushed, such as telemetry, is nobody's: an admin removes it.
        const isOwn = isAtLeast(member.role, 'admin') || (machines.length > 0 && machines.every(ownsMachine));
        if (isOwn) own.push(uid);
        // Nobody but an admin keeps out what others may still push.
        else if (machines.length > 0 || (await read.session(uid)) !== undefined) refused.push(uid);
      }
    });
    const answer = own.length > 0 ? await space.write('forget', { sessions: own }) : nothing;
    for (const uid of answer.forgotten) audit('forget', uid);
    await send(200, { ...answer, refused });
  },
};

const nothing: ForgetAnswer = { forgotten: [], sessions: 0, events: 0, bytes: 0 };

/** The machines that pushed any file in which the session is, or another one that would go with it. */
async function machinesOf(read: StoreReader, uid: SessionUid): Promise<readonly string[]> {
  const machines = new Set<string>();
  for (const each of [uid, ...(await read.sharingFiles(uid))])
    for (const { path } of await read.filesOf(each)) {
      const name = path.slice(0, Math.max(0, path.indexOf(':')));
      if (isMachineName(name)) machines.add(name);
    }
  return [...machines];
}

function sessionsIn(body: Uint8Array): readonly SessionUid[] {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    // Answered below.
  }
  const sessions = isObject(value) ? value['sessions'] : undefined;
  if (
    !Array.isArray(sessions) ||
    sessions.length > maxSessions ||
    !sessions.every((uid) => typeof uid === 'string' && uid.length < 1_000 && uid.includes(':'))
  )
    throw new HttpError(400, 'bad-request', 'The body does not name sessions.', {
      hint: `Send {"sessions": ["claude:…"]} with at most ${maxSessions} of them.`,
    });
  return sessions as SessionUid[];
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loginIn } from '../../../live/push/server/login.ts';
import { type ForgottenThere, TeamClient } from '../../../live/push/server/team-client.ts';
import type { Target } from '../../../live/push/watermarks.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Run } from '../../run.ts';
import { bytes, plural } from '../../text/amount.ts';
import { openWatermarks } from './push-place.ts';

/** What the server removed; and what it is still to remove. */
export interface ForgetThereAnswer extends ForgottenThere {
  readonly server: string;
  /** The server could not be reached, or we are not logged in to it: the next push asks it again. */
  readonly waiting: readonly string[];
  readonly why_waiting: string | null;
}

/** Asks the server to forget sessions that were forgotten here; undefined when there is none and never was. */
export async function forgetThere(run: Run, sessions: readonly string[]): Promise<ForgetThereAnswer | undefined> {
  const { settings, app } = run;
  if (settings.isDemo || sessions.length === 0) return undefined;
  const login = loginIn(settings.base, app.machine.env);
  if (!login && !existsSync(join(settings.base, 'push.db'))) return undefined;
  using watermarks = openWatermarks(run);
  const targets = [...watermarks.targetsOf(sessions)];
  // What was sent may be unknown here: push.db only saves time.
  if (login && !targets.some(({ server }) => server === login.url))
    for (const space of ['team', 'mine'] as const) targets.push({ server: login.url, space });
  if (targets.length === 0) return undefined;
  let answer: ForgetThereAnswer = { ...nothing, server: login?.url ?? targets[0]!.server };
  for (const target of targets) {
    watermarks.putUnforgotten(target, sessions);
    try {
      if (login?.url !== target.server) throw loggedOut(target);
      const client = new TeamClient(login, { attempts: 2 });
      const there = await client.forget(target.space, sessions);
      watermarks.forgotten(target, sessions);
      answer = summed(answer, there);
    } catch (error) {
      if (!(error instanceof StemmaError)) throw error;
      answer = { ...answer, waiting: sessions, why_waiting: error.message };
    }
  }
  watermarks.dropSessions(sessions);
  return answer;
}

export function forgottenThereLines(answer: ForgetThereAnswer | undefined): string {
  if (!answer) return '';
  const { server, sessions, events, waiting, why_waiting: why, refused } = answer;
  const lines: string[] = [];
  if (sessions > 0)
    lines.push(`${server} forgot ${plural(sessions, 'session')}: ${plural(events, 'event')}, ${bytes(answer.bytes)}`);
  if (refused.length > 0)
    lines.push(
      `${server} keeps ${plural(refused.length, 'session')} that others pushed too; an administrator can remove them there`,
    );
  if (waiting.length > 0) lines.push(`${server} is asked again at the next push. ${why ?? ''}`);
  return lines.map((line) => `${line}\n`).join('');
}

const nothing = {
  forgotten: [],
  refused: [],
  sessions: 0,
  events: 0,
  bytes: 0,
  waiting: [],
  why_waiting: null,
} as const satisfies Omit<ForgetThereAnswer, 'server'>;

function summed(answer: ForgetThereAnswer, there: ForgottenThere): ForgetThereAnswer {
  return {
    ...answer,
    forgotten: [...new Set([...answer.forgotten, ...there.forgotten])],
    refused: [...new Set([...answer.refused, ...there.refused])],
    sessions: answer.sessions + there.sessions,
    events: answer.events + there.events,
    bytes: answer.bytes + there.bytes,
  };
}

function loggedOut({ server }: Target): StemmaError {
  return new StemmaError('not-logged-in', `This machine is not logged in to ${server}.`, {
    hint: `Run \`stemma login ${server}\`.`,
  });
}

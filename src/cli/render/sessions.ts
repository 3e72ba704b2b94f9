import type { SessionsAnswer } from '../../ask/sessions.ts';
import type { Session } from '../../model/session.ts';
import { number, short } from '../text/amount.ts';
import { oneLine } from '../text/harmless.ts';
import { shortly } from '../text/when.ts';
import { column, fit } from '../text/width.ts';
import { baseName, shortUids } from './names.ts';
import type { Page } from './page.ts';

/** One line a session, newest first, under a line of headings. */
export function renderSessions({ sessions, total, truncated, next }: SessionsAnswer, page: Page): string {
  if (sessions.length === 0) return 'no sessions\n';
  const text = sessionLines(sessions, page, { headed: true });
  if (!truncated) return text;
  return `${text}\n${page.ink.dim(`${number(sessions.length)} of ${number(total)} sessions; --after ${next} shows the next, --limit N more at once`)}\n`;
}

export function sessionLines(sessions: readonly Session[], page: Page, { headed = false } = {}): string {
  const { ink, columns, now } = page;
  const names = shortUids(sessions.map(({ uid }) => uid));
  const rows = sessions.map((session) => ({
    session,
    name: names.get(session.uid)!,
    last: shortly(session.ended_at ?? session.started_at, now),
    steps: short(session.steps),
    failed: session.errors > 0 ? short(session.errors) : '',
  }));
  const widest = (text: (row: (typeof rows)[number]) => string, least: number) => Math.max(least, ...rows.map((row) => text(row).length));
  const wide = { name: Math.min(34, widest(({ name }) => name, 7)), last: widest(({ last }) => last, 11), steps: widest(({ steps }) => steps, 5) };
  const room = columns - 2 - wide.name - 2 - wide.last - 1 - wide.steps - 1 - 6 - 2;

  let text = '';
  if (headed) text += `${ink.dim(`  ${column('session', wide.name)}  ${column('last active', wide.last)} ${column('steps', wide.steps, 'right')} failed  title`)}\n`;
  for (const { session, name, last, steps, failed } of rows) {
    text += `${failed ? ink.failed : ' '} ${column(name, wide.name)}  ${ink.dim(column(last, wide.last))} ${column(steps, wide.steps, 'right')} `;
    text += `${ink.red(column(failed, 6, 'right'))}  ${titleOf(session, room, page)}`.trimEnd() + '\n';
  }
  return text;
}

/** The title, and the repository where both have room. */
function titleOf({ title, repo, cwd, parent }: Session, room: number, { ink }: Page): string {
  const words = `${parent ? `[${parent.relation}] ` : ''}${oneLine(title ?? '(no title)')}`;
  const where = oneLine(baseName(repo ?? cwd));
  if (where === '' || room < 44) return fit(words, room);
  return `${column(words, room - 14)}  ${ink.dim(fit(where, 12))}`;
}

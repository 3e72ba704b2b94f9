import type { SessionsAnswer } from '../../ask/sessions.ts';
import type { Session } from '../../model/session.ts';
import { number, short } from '../text/amount.ts';
import { oneLine } from '../text/harmless.ts';
import { shortly } from '../text/when.ts';
import { column, fit } from '../text/width.ts';
import { baseName, shortUids } from './names.ts';
import type { Page } from './page.ts';

/** One line a session, newest first. */
export function renderSessions({ sessions, total, truncated, next }: SessionsAnswer, page: Page): string {
  if (sessions.length === 0) return 'no sessions\n';
  const { ink } = page;
  const text = ink.dim(`${sessionColumns(sessions)('', 'session', 'began', 'steps', 'failed')}  title`) + '\n' + sessionLines(sessions, page);
  if (!truncated) return text;
  return `${text}\n${ink.dim(`${number(sessions.length)} of ${number(total)} sessions; --after ${next} shows the next, --limit N more at once`)}\n`;
}

export function sessionLines(sessions: readonly Session[], { ink, columns, now }: Page): string {
  const names = shortUids(sessions.map(({ uid }) => uid));
  const inColumns = sessionColumns(sessions);
  return sessions
    .map((session) => {
      const failed = session.errors > 0 ? short(session.errors) : '';
      const left = inColumns(session.errors > 0 ? '!' : '', names.get(session.uid)!, shortly(session.started_at, now), short(session.steps), failed);
      const title = titleOf(session, columns - left.length - 2);
      return `${session.errors > 0 ? ink.failed : ' '}${left.slice(1, -6)}${ink.red(left.slice(-6))}  ${title}\n`;

      function titleOf({ title, repo, cwd, parent }: Session, room: number): string {
        const where = baseName(repo ?? cwd);
        const words = `${parent ? `[${parent.relation}] ` : ''}${oneLine(title ?? '(no title)')}`;
        if (where === '' || room < 40) return fit(words, room);
        return `${column(words, room - 13)} ${ink.dim(fit(oneLine(where), 12))}`.trimEnd();
      }
    })
    .join('');
}

/** Columns as wide as these sessions need. */
function sessionColumns(sessions: readonly Session[]) {
  const names = shortUids(sessions.map(({ uid }) => uid));
  const widest = Math.min(28, Math.max(7, ...[...names.values()].map((name) => name.length)));
  return (mark: string, name: string, began: string, steps: string, failed: string) =>
    `${column(mark, 1)} ${column(name, widest)}  ${column(began, 16)} ${column(steps, 5, 'right')} ${column(failed, 6, 'right')}`;
}

import type { SessionsAnswer } from '../../../ask/sessions/sessions.ts';
import type { Session } from '../../../model/session.ts';
import type { ListedSession } from '../../../ask/sessions/running.ts';
import type { Outcome } from '../../../model/words.ts';
import { number, short } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { shortly } from '../../text/when.ts';
import { column, fit, fitMiddle, width } from '../../text/width.ts';
import { baseName, shortUids } from '../names.ts';
import { paintedOutcome } from './digest.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const sessionsRenderer: QuestionRenderer<SessionsAnswer, { readonly all: boolean }> = {
  examples: [
    { line: 'stemma sessions', says: 'the last twenty' },
    { line: 'stemma sessions --agent codex --since 7d --failed', says: "Codex's failures of the week" },
    { line: 'stemma sessions --outcome partial --repo shop', says: 'where something asked for is left' },
    { line: 'stemma sessions --json --limit 100000', says: 'all there are, for a program' },
  ],
  details:
    'Text shows the sessions people started; sub-agents, forks and resumes are in `stemma tree`, or listed with --all. JSON lists all of them.',
  flags: { all: { type: 'flag', summary: 'Sub-agents, forks, resumes and empty sessions too' } },
  limits: { json: 200 },
  input: ({ json, flags: { all } }) => (json || all ? {} : { topLevel: true, notEmpty: true }),
  render: renderSessions,
};

/** One line per session, newest first, under a line of headings. */
export function renderSessions({ sessions, total, truncated, next }: SessionsAnswer, context: RenderContext): string {
  if (sessions.length === 0) return 'no sessions\n';
  const text = sessionLines(sessions, context, { headed: true });
  if (!truncated) return text;
  return `${text}\n${footer(`${number(sessions.length)} of ${number(total)} sessions; --after ${next} shows the next, --limit N more at once`, context)}`;
}

export function sessionLines(sessions: readonly Shown[], context: RenderContext, { headed = false } = {}): string {
  const { ink, columns } = context;
  const names = shortUids(sessions.map(({ uid }) => uid));
  const longest = Math.max(7, ...[...names.values()].map(width));
  const name = Math.min(longest, Math.max(leastName, Math.floor(columns * 0.42)));
  const { facts, room } = layout(sessions, columns - 2 - name - 2, context);

  let text = '';
  if (headed)
    text += `${ink.dim(`  ${column('session', name)}  ${facts.map(({ heading, wide, align }) => `${column(heading, wide, align)} `).join('')}${facts.length > 0 ? ' ' : ''}title`)}\n`;
  for (const session of sessions) {
    const cells = facts.map(({ of, wide, align, paint }) => `${paint(column(of(session), wide, align))} `).join('');
    const title = titleOf(session, room, context);
    text +=
      `${session.errors > 0 ? ink.failed : ' '} ${column(fitMiddle(names.get(session.uid)!, name), name)}  ${cells}${facts.length > 0 ? ' ' : ''}${title}`.trimEnd() +
      '\n';
  }
  return text;
}

/** Lists of other questions do not look whether a session is running. */
type Shown = Session & Partial<Pick<ListedSession, 'running'>>;

function endingOf({ outcome, running = false }: Shown): string {
  return running ? 'running' : outcome === 'unknown' ? '' : outcome;
}

interface Fact {
  readonly heading: string;
  readonly wide: number;
  readonly align: 'left' | 'right';
  readonly of: (session: Shown) => string;
  readonly paint: (text: string) => string;
}

// The whole short uid of a session; only those of sub-agents are longer.
const leastName = 19;
const leastTitle = 16;
const goodTitle = 22;

/**
 * As many columns as leave room for the title. Dropped first: the number of steps, then the outcome, the failures and
 * the time.
 */
function layout(
  sessions: readonly Shown[],
  space: number,
  { ink, now }: RenderContext,
): { readonly facts: readonly Fact[]; readonly room: number } {
  const fact = (heading: string, align: Fact['align'], of: Fact['of'], paint: Fact['paint']): Fact => ({
    heading,
    align,
    of,
    paint,
    wide: Math.max(heading.length, ...sessions.map((session) => of(session).length)),
  });
  const last = fact('last active', 'left', ({ ended_at, started_at }) => shortly(ended_at ?? started_at, now), ink.dim);
  const steps = fact(
    'steps',
    'right',
    (session) => short(session.steps),
    (text) => text,
  );
  const failed = fact('failed', 'right', ({ errors }) => (errors > 0 ? short(errors) : ''), ink.red);
  const ended = fact('outcome', 'left', endingOf, (text) => {
    const ending = text.trim();
    if (ending === '') return text;
    return ending === 'running' ? ink.cyan(text) : paintedOutcome(ending as Outcome, text, { ink });
  });
  const judged = sessions.some((session) => endingOf(session) !== '') ? [ended] : [];
  for (const facts of [[last, steps, failed, ...judged], [last, failed, ...judged], [last, failed], [last]]) {
    const room = space - facts.reduce((sum, { wide }) => sum + wide + 1, 0) - 1;
    if (room >= (facts.length === 4 ? goodTitle : leastTitle)) return { facts, room };
  }
  return { facts: [], room: space };
}

/** The title, and the repository if there is room. */
function titleOf({ title, repo, cwd, parent }: Session, room: number, { ink }: RenderContext): string {
  const words = `${parent ? `[${parent.relation}] ` : ''}${oneLine(title ?? '(no title)')}`;
  const where = oneLine(baseName(repo ?? cwd));
  if (where === '' || room < 44) return fit(words, room);
  return `${column(words, room - 14)}  ${ink.dim(fit(where, 12))}`;
}

import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { toolDoing } from '../../normalise/tools.ts';
import type { StoreReader } from '../../store/store.ts';
import { handoffAgent } from './handoff-agent.ts';
import type { PackSection } from './fill.ts';
import { know, type KnowOptions } from './know.ts';
import type { Known } from './known.ts';
import type { OfferedSection } from './line.ts';
import { checkedBudget, offeredBy, packed } from './resume.ts';

export interface HandoffAnswer {
  readonly session: SessionUid;
  /** The agent it is written for. */
  readonly to: string;
  /** A first prompt, to be pasted. */
  readonly text: string;
  readonly tokens: number;
  readonly sections: readonly PackSection[];
  /** How to start the agent with it, where it can be; PROMPT stands for the text. */
  readonly start: string | null;
}

export interface HandoffOptions extends Omit<KnowOptions, 'mention'> {
  /** The agent that goes on. */
  readonly to: string;
  readonly budget?: number;
}

/**
 * The same pack, as the first prompt of another agent: what it is to do, files as it takes them, and no word that
 * only the former agent knows.
 */
export async function handoff(
  read: StoreReader,
  session: Session,
  { to, budget = 1500, ...options }: HandoffOptions,
): Promise<HandoffAnswer> {
  const { name, handoff: takes } = handoffAgent(to);
  const room = checkedBudget(budget) * 4;
  const all = await know(read, session, { ...options, mention: takes.mention }, room);
  // What failed because the former agent used its own tools wrongly is no concern of the next.
  const known: Known = {
    ...all,
    failures: all.failures.filter(({ error }) => toolDoing(error.action.split(' ', 1)[0]!) === 'command'),
  };
  const head = headOf(known);
  const { text, sections } = packed(
    head,
    offeredBy(known).map(inSecondPerson),
    room - (takes.before ? beforeRoom(known) : 0),
  );
  const before = takes.before?.(filesOf(sections)) ?? '';
  const whole = before !== '' && before.length + 1 <= beforeRoom(known) ? `${before}\n${text}` : text;
  return {
    session: session.uid,
    to: name,
    text: whole,
    tokens: Math.ceil(whole.length / 4),
    sections,
    start: takes.start,
  };
}

function headOf({ recalled: { session, events }, room }: Known): string {
  const place = [session.repo ?? session.cwd?.split(/[/\\]/).at(-1), session.branch && `branch ${session.branch}`]
    .filter(Boolean)
    .join(', ');
  const when = events
    .findLast(({ at }) => at !== null)
    ?.at?.slice(0, 16)
    .replace('T', ' ');
  const short = `Go on with the work below${place ? ` (${place})` : ''}; another agent began it.`;
  if (room < 2400) return short;
  return [
    `You take over work that another coding agent began in this repository${place ? ` (${place})` : ''}. You cannot see its conversation; this is what was known when it stopped${when ? `, ${when} UTC` : ''}.`,
    'Files may have changed since: look before you rely on it. Keep to what the user decided, and do not try again what is said to have failed.',
  ].join('\n');
}

const titles: Readonly<Record<string, string>> = {
  Asked: 'What the user wants',
  'Files in play': 'Files to begin with',
  'Commands here': 'Commands in this repository',
  'Open errors': 'What fails',
  Decided: 'What the user decided',
  'Dead ends': 'What did not work',
  Earlier: 'What was done before',
  Next: 'What to do first',
};

function inSecondPerson({ title, lines }: OfferedSection): OfferedSection {
  return {
    title: titles[title] ?? title,
    lines: lines.map((line) => ({
      ...line,
      text: line.text
        .replace(/^The agent (last said|asked)/, 'The former agent $1')
        .replace('what the agent announced', 'what was announced'),
    })),
  };
}

function filesOf(sections: readonly PackSection[]): readonly { readonly path: string; readonly isEdited: boolean }[] {
  const lines = sections.find(({ title }) => title === titles['Files in play'])?.lines ?? [];
  return lines.map(({ text }) => ({
    path: text.slice(0, text.indexOf(': ')),
    isEdited: /: (?:edited|asked)|though asked/.test(text),
  }));
}

/** For the lines before the prompt, where an agent wants some. */
function beforeRoom({ room }: Known): number {
  return Math.round(room / 6);
}

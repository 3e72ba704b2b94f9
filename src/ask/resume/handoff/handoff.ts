import type { SessionUid } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import { toolDoing } from '../../../normalise/tools.ts';
import type { StoreReader } from '../../../store/store.ts';
import { handoffAgent } from './handoff-agent.ts';
import type { Filling } from '../pack/fill.ts';
import type { PackSection } from '../pack/line.ts';
import { gatherFacts, type FactsOptions } from '../facts/gather-facts.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import { checkedBudget, offeredBy, packed } from '../resume.ts';

export interface HandoffAnswer {
  readonly session: SessionUid;
  /** The agent it is written for. */
  readonly to: string;
  /** The first prompt, ready to paste. */
  readonly text: string;
  readonly tokens: number;
  readonly sections: readonly PackSection[];
  /** Command that starts the agent with the prompt, if there is one; PROMPT stands for the text. */
  readonly start: string | null;
}

export interface HandoffOptions extends Omit<FactsOptions, 'mention'> {
  /** The agent that continues. */
  readonly to: string;
  readonly budget?: number;
}

/** The pack as the first prompt of another agent, with files in its notation and without terms of the former agent. */
export async function handoff(
  read: StoreReader,
  session: Session,
  { to, budget = 1500, ...options }: HandoffOptions,
): Promise<HandoffAnswer> {
  const { name, handoff: takes } = handoffAgent(to);
  const room = checkedBudget(budget) * 4;
  const all = await gatherFacts(read, session, { ...options, mention: takes.mention }, room);
  // Failures from wrong use of the former agent's tools do not matter to the next.
  const facts: ResumeFacts = {
    ...all,
    isForAnother: true,
    failures: all.failures.filter(({ error }) => toolDoing(error.action.split(' ', 1)[0]!) === 'command'),
  };
  const head = headOf(facts);
  const { text, sections } = packed(
    head,
    inSecondPerson(offeredBy(facts)),
    room - (takes.before ? beforeRoom(facts) : 0),
  );
  const before = takes.before?.(filesOf(sections)) ?? '';
  const whole = before !== '' && before.length + 1 <= beforeRoom(facts) ? `${before}\n${text}` : text;
  return {
    session: session.uid,
    to: name,
    text: whole,
    tokens: Math.ceil(whole.length / 4),
    sections,
    start: takes.start,
  };
}

function headOf({ history: { session, events }, room }: ResumeFacts): string {
  const place = [session.repo ?? session.cwd?.split(/[/\\]/).at(-1), session.branch && `branch ${session.branch}`]
    .filter(Boolean)
    .join(', ');
  const when = events
    .findLast(({ at }) => at !== null)
    ?.at?.slice(0, 16)
    .replace('T', ' ');
  const short = `Continue the work below${place ? ` (${place})` : ''}; another agent began it.`;
  if (room < 2400) return short;
  return [
    `You take over work that another coding agent began in this repository${place ? ` (${place})` : ''}. You cannot see its conversation; this is what was known when it stopped${when ? `, ${when} UTC` : ''}.`,
    'Files may have changed since: look before you rely on it. Keep to what the user decided, and do not repeat what is listed as failed.',
  ].join('\n');
}

const titles: Readonly<Record<string, string>> = {
  Asked: 'What the user wants',
  'Files in play': 'Files to begin with',
  'Commands here': 'Commands in this repository',
  'Open errors': 'What fails',
  Decided: 'What the user decided',
  'Did not work': 'What did not work',
  'Done before': 'What was done before',
  Next: 'What to do first',
};

function inSecondPerson({ sections, end, ...others }: Filling): Filling {
  return {
    ...others,
    sections: sections.map((section) => ({
      ...section,
      title: titles[section.title] ?? section.title,
      lines: section.lines.map((line) => ({ ...line, text: line.text.replace(/^The agent /, 'The former agent ') })),
    })),
    end: { ...end, title: 'How the former session ended' },
  };
}

function filesOf(sections: readonly PackSection[]): readonly { readonly path: string; readonly isEdited: boolean }[] {
  const lines = sections.find(({ title }) => title === titles['Files in play'])?.lines ?? [];
  return lines.map(({ text }) => ({
    path: text.slice(0, text.indexOf(': ')),
    isEdited: /: (?:edited|asked)|though asked/.test(text),
  }));
}

/** Room for the lines some agents need before the prompt. */
function beforeRoom({ room }: ResumeFacts): number {
  return Math.round(room / 6);
}

import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { asText, fill, type PackSection } from './fill.ts';
import { headOf } from './head.ts';
import { know, type KnowOptions } from './know.ts';
import type { Known } from './known.ts';
import type { OfferedSection } from './line.ts';
import { asked } from './sections/asked.ts';
import { commands } from './sections/commands.ts';
import { deadEnds } from './sections/dead-ends.ts';
import { decisions } from './sections/decisions.ts';
import { earlier } from './sections/earlier.ts';
import { errors } from './sections/errors.ts';
import { files } from './sections/files.ts';
import { next } from './sections/next.ts';
import { standing } from './sections/standing.ts';

export interface ResumeAnswer {
  readonly session: SessionUid;
  /** The pack, in Markdown. */
  readonly text: string;
  /** Its characters divided by 4: never more than the budget. */
  readonly tokens: number;
  /** The same lines, each with the step that shows it. */
  readonly sections: readonly PackSection[];
}

export interface ResumeOptions extends KnowOptions {
  /** In tokens of four characters. */
  readonly budget?: number;
  /** Name the step behind every line of the text too. */
  readonly steps?: boolean;
}

/** What whoever goes on with a session must know, in so many tokens. It never reads the session as a whole. */
export async function resume(read: StoreReader, session: Session, options: ResumeOptions): Promise<ResumeAnswer> {
  const budget = checkedBudget(options.budget ?? 1000);
  const known = await know(read, session, options, budget * 4);
  const offered = offeredBy(known);
  return {
    session: session.uid,
    ...packed(headOf(known), options.steps ? offered.map(withSteps) : offered, known.room),
  };
}

/** Everything a pack could tell, in the order in which it is read. */
export function offeredBy(known: Known): readonly OfferedSection[] {
  return [asked, standing, files, commands, errors, decisions, deadEnds, earlier, next].map((section) =>
    section(known),
  );
}

/** What of it has room below a heading. */
export function packed(head: string, offered: readonly OfferedSection[], room: number): Omit<ResumeAnswer, 'session'> {
  const sections = fill(offered, room - head.length);
  const text = asText(head, sections);
  return { text, tokens: Math.ceil(text.length / 4), sections };
}

function withSteps({ title, lines }: OfferedSection): OfferedSection {
  return { title, lines: lines.map((line) => ({ ...line, text: `${line.text} [${line.step}]` })) };
}

const least = 50;
const most = 100_000;

export function checkedBudget(budget: number): number {
  if (Number.isInteger(budget) && budget >= least && budget <= most) return budget;
  throw new StemmaError('bad-argument', `A pack of ${budget} tokens cannot be made.`, {
    hint: `A budget is a whole number of tokens from ${least} to ${most}; 1000 is usual.`,
  });
}

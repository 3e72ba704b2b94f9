import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { failuresIn } from './failures.ts';
import { asText, fill, type PackSection } from './fill.ts';
import { headOf } from './head.ts';
import type { Known } from './known.ts';
import type { OfferedSection } from './line.ts';
import { presentOf } from './present.ts';
import { recall } from './recall.ts';
import { asked } from './sections/asked.ts';
import { commands } from './sections/commands.ts';
import { deadEnds } from './sections/dead-ends.ts';
import { decisions } from './sections/decisions.ts';
import { errors } from './sections/errors.ts';
import { files } from './sections/files.ts';
import { next } from './sections/next.ts';
import { standing } from './sections/standing.ts';
import { todoOf } from './todo.ts';
import { whatReader, type WordsOptions } from './words.ts';
import { workOf } from './work.ts';

export interface ResumeAnswer {
  readonly session: SessionUid;
  /** The pack, in Markdown. */
  readonly text: string;
  /** Its characters divided by 4: never more than the budget. */
  readonly tokens: number;
  /** The same lines, each with the step that shows it. */
  readonly sections: readonly PackSection[];
}

export interface ResumeOptions extends WordsOptions {
  /** In tokens of four characters. */
  readonly budget?: number;
  /** Name the step behind every line of the text too. */
  readonly steps?: boolean;
  /** As it stood right after this event of the session. */
  readonly at?: Event;
}

/** What whoever goes on with a session must know, in so many tokens. It never reads the session as a whole. */
export async function resume(read: StoreReader, session: Session, options: ResumeOptions): Promise<ResumeAnswer> {
  const budget = checkedBudget(options.budget ?? 1000);
  const known = await knownOf(read, session, options, budget * 4);
  const head = headOf(known);
  const offered = [asked, standing, files, commands, errors, decisions, deadEnds, next].map((section) => section(known));
  const sections = fill(options.steps ? offered.map(withSteps) : offered, known.room - head.length);
  const text = asText(head, sections);
  return { session: session.uid, text, tokens: Math.ceil(text.length / 4), sections };
}

function withSteps({ title, lines }: OfferedSection): OfferedSection {
  return { title, lines: lines.map((line) => ({ ...line, text: `${line.text} [${line.step}]` })) };
}

const least = 50;
const most = 100_000;

export function checkedBudget(budget: number): number {
  if (Number.isInteger(budget) && budget >= least && budget <= most) return budget;
  throw new StemmaError('bad-argument', `A pack of ${budget} tokens cannot be made.`, { hint: `A budget is a whole number of tokens from ${least} to ${most}; 1000 is usual.` });
}

async function knownOf(read: StoreReader, session: Session, { at, ...options }: ResumeOptions, room: number): Promise<Known> {
  if (at !== undefined && at.session !== session.uid) {
    throw new StemmaError('bad-argument', `${at.id} is not an event of ${session.uid}.`, { hint: `It is one of ${at.session}: name that session, or an event of this one.` });
  }
  const readWhat = whatReader(read, options);
  const recalled = await recall(read, session, at ? { at } : {});
  const present = await presentOf(recalled, readWhat);
  return {
    recalled,
    work: workOf(recalled),
    present,
    // A list that was written for an earlier task is forgotten, as the agent itself forgot it.
    todo: await todoOf(recalled.events.slice(present.begun), readWhat),
    failures: await failuresIn(read, recalled, at === undefined),
    room,
  };
}

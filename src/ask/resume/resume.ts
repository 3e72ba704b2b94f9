import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { asText, fill, type Filling } from './pack/fill.ts';
import { headOf } from './pack/head.ts';
import { gatherFacts, type FactsOptions } from './facts/gather-facts.ts';
import type { ResumeFacts } from './facts/resume-facts.ts';
import type { PackLine, PackSection } from './pack/line.ts';
import { topicsOf } from './pack/topics.ts';
import { asked } from './sections/asked.ts';
import { before } from './sections/before.ts';
import { commands } from './sections/commands.ts';
import { deadEnds } from './sections/dead-ends.ts';
import { decisions } from './sections/decisions.ts';
import { found, leftOpen, noted, statedIn } from './sections/found.ts';
import { lastSteps } from './sections/last-steps.ts';
import { rules } from './sections/rules.ts';
import { summary } from './sections/summary.ts';
import { earlier } from './sections/earlier.ts';
import { errors } from './sections/errors.ts';
import { files } from './sections/files.ts';
import { next } from './sections/next.ts';
import { standing } from './sections/standing.ts';

export interface ResumeAnswer {
  readonly session: SessionUid;
  /** The pack, in Markdown. */
  readonly text: string;
  /** Characters divided by 4; never more than the budget. */
  readonly tokens: number;
  /** The same lines, each with the step it comes from. */
  readonly sections: readonly PackSection[];
}

export interface ResumeOptions extends FactsOptions {
  /** In tokens of four characters. */
  readonly budget?: number;
  /** Add the step's id to every line of the text. */
  readonly steps?: boolean;
}

/** Packs what one must know to continue a session within a token budget. It never reads the whole session. */
export async function resume(read: StoreReader, session: Session, options: ResumeOptions): Promise<ResumeAnswer> {
  const budget = checkedBudget(options.budget ?? 1000);
  const facts = await gatherFacts(read, session, options, budget * 4);
  const offered = offeredBy(facts);
  return {
    session: session.uid,
    ...packed(headOf(facts), options.steps ? withSteps(offered) : offered, facts.room),
  };
}

/** All candidate lines by section, in reading order, and the end of the transcript. */
export function offeredBy(facts: ResumeFacts): Filling {
  const stated = statedIn(facts);
  const { isKnown = () => false } = facts;
  const sections = [
    asked(facts),
    rules(facts),
    standing(facts),
    next(facts, stated),
    errors(facts),
    leftOpen(stated),
    summary(facts),
    found(stated),
    noted(stated),
    decisions(facts, stated),
    deadEnds(facts, stated),
    files(facts),
    commands(facts),
    earlier(facts),
    before(facts),
  ];
  return {
    sections: sections.map((section) => ({ ...section, lines: section.lines.filter(({ text }) => !isKnown(text)) })),
    end: {
      title: 'The end of the transcript',
      lines: (detail) => lastSteps(facts, detail).filter(({ text }) => !isKnown(text)),
    },
    topics: topicsOf(facts),
  };
}

/** The pack that fits below `head`. */
export function packed(head: string, offered: Filling, room: number): Omit<ResumeAnswer, 'session'> {
  const sections = fill(offered, room - head.length);
  const text = asText(head, sections);
  return { text, tokens: Math.ceil(text.length / 4), sections };
}

function withSteps({ sections, end, ...others }: Filling): Filling {
  const named = <Line extends PackLine>(line: Line): Line => ({ ...line, text: `${line.text} [${line.step}]` });
  return {
    ...others,
    sections: sections.map((section) => ({ ...section, lines: section.lines.map(named) })),
    end: { ...end, lines: (detail) => [...end.lines(detail)].map(named) },
  };
}

const least = 50;
const most = 100_000;

export function checkedBudget(budget: number): number {
  if (Number.isInteger(budget) && budget >= least && budget <= most) return budget;
  throw new StemmaError('bad-argument', `A pack of ${budget} tokens cannot be made.`, {
    hint: `A budget is a whole number of tokens from ${least} to ${most}; the default is 1000.`,
  });
}

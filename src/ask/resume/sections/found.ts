import {
  findingWorth,
  isDecision,
  isIntention,
  isNote,
  isVain,
  namesCause,
  sentencesOf,
} from '../../../memory/digest/statements.ts';
import { brief } from '../facts/message-text.ts';
import { isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import { timeOf } from '../pack/time.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import type { Text } from '../facts/written.ts';
import { DroppedCauses } from '../../../memory/digest/dropped-causes.ts';
import { verdictOf } from '../../../memory/digest/verdict.ts';
import { statement } from '../../../memory/digest/request.ts';
import { isAsk } from '../facts/asks.ts';
import type { EventId } from '../../../model/ids.ts';

/** Sentences in which the agent states something of value later. */
export interface Stated {
  readonly found: readonly Offered[];
  readonly decided: readonly Offered[];
  readonly vain: readonly Offered[];
  /** What it states is not done, not tried or not known yet. */
  readonly open: readonly Offered[];
  /** Other sentences that name something: which of them are shown depends on what the session is about. */
  readonly noted: readonly Offered[];
  /** What it said would follow what is under way. */
  readonly intended: readonly Offered[];
}

export function found(stated: Stated): OfferedSection {
  return { title: 'Found', lines: stated.found, share: 0.16 };
}

export function noted(stated: Stated): OfferedSection {
  return { title: 'Noted', lines: stated.noted, share: 0.35 };
}

export function leftOpen(stated: Stated): OfferedSection {
  return { title: 'Left open', lines: stated.open, share: 0.1 };
}

/**
 * From the agent's messages and thoughts and its sub-agents' reports, latest first, each sentence once and in one list
 * only. What the person then objected to is left out.
 */
export function statedIn(facts: ResumeFacts): Stated {
  const { written, room, lastAsk, history } = facts;
  const lists: Record<keyof Stated, Offered[]> = {
    found: [],
    decided: [],
    vain: [],
    open: [],
    noted: [],
    intended: [],
  };
  const known = new Set<string>();
  const refuted = objectedTo(facts);
  const asks = history.events.filter(isAsk);
  const requestOf = ({ seq, session }: Text['event']): string =>
    asks.findLast((each) => each.session === session && each.seq < seq)?.id ?? '';
  const explained = new Set<string>();
  const dropped = droppedCauses(facts);
  const reports = history.events
    .filter(({ act, step, id }) => act === 'agent' && step === id)
    .flatMap((event): Text[] => {
      const text = written.outputs.get(event.id);
      return text === undefined ? [] : [{ event, text }];
    });
  const said = [...written.said, ...reports].toSorted((a, b) => b.event.seq - a.event.seq);
  const changed =
    history.events.findLast(
      ({ act, failed, step, id }) => step === id && !failed && (act === 'edit' || act === 'check'),
    )?.seq ?? 0;
  let messages = 0;
  for (const [age, { event, text }] of said.entries()) {
    if (refuted.has(event.id)) continue;
    const isThought = event.kind === 'thinking';
    const isReport = event.act === 'agent';
    if (!isThought && !isReport) messages++;
    const isOld = lastAsk !== undefined && event.session === lastAsk.session && event.seq < lastAsk.seq;
    const add = (list: keyof Stated, sentence: string, worth: number): void => {
      const key = sentence.slice(0, 60).toLowerCase();
      if (known.has(key) || lists[list].length === (list === 'noted' ? mostNotes : most)) return;
      known.add(key);
      const when = timeOf(event);
      const mark = isOld
        ? `${when}${isTight(facts) ? ' earlier' : ', before the last request'}: `
        : when === ''
          ? ''
          : `${when} `;
      lists[list].push({
        text: mark + (isReport ? 'a sub-agent: ' : '') + brief(sentence, Math.min(300, Math.max(180, room / 20))),
        step: event.step ?? event.id,
        worth: worth - Math.min(18, age * 0.35) - (isThought ? 3 : 0) - (isOld ? 6 : 0),
      });
    };
    // What was edited since, or checked with success, may be done by now.
    const open = isOld || isThought || event.seq < changed ? undefined : statement(event, 'open');
    if (open !== undefined) add('open', open, 75);
    for (const sentence of sentencesOf(text)) {
      const finding = findingWorth(sentence);
      if (isVain(sentence)) add('vain', sentence, 70);
      else if (isDecision(sentence)) add('decided', sentence, 69);
      else if (finding >= 3) {
        // Of several causes found for a request the last is the one.
        const isCause = namesCause(sentence);
        if (isCause && dropped.has(event.id)) continue;
        const request = isCause ? requestOf(event) : undefined;
        if (request !== undefined && explained.has(request)) continue;
        if (request !== undefined) explained.add(request);
        add('found', sentence, 66 + (finding - 3) * 2);
      } else if (!isOld && !isReport && messages <= 2 && isIntention(sentence)) add('intended', sentence, 73);
      else if (isNote(sentence)) add('noted', sentence, 64);
    }
  }
  return lists;
}

/** The messages whose cause the agent did not act on, but went on looking. */
function droppedCauses({ history: { events }, written: { said } }: ResumeFacts): ReadonlySet<EventId> {
  const naming = new Set(said.filter(({ text }) => sentencesOf(text).some(namesCause)).map(({ event }) => event.id));
  const causes = new DroppedCauses();
  return new Set(
    events.flatMap((event) => {
      const dropped = causes.add(event);
      if (naming.has(event.id)) causes.named(event.id);
      return dropped ?? [];
    }),
  );
}

/** The last message before a prompt that states the work was not right: what it claims may be wrong. */
function objectedTo({ history: { events } }: ResumeFacts): ReadonlySet<EventId> {
  const refuted = new Set<EventId>();
  let last: EventId | undefined;
  for (const event of events) {
    if (event.kind === 'assistant_msg' || event.kind === 'completion') last = event.id;
    else if (isAsk(event) && last !== undefined) {
      if (verdictOf(event.summary) === 'discontent' || statement(event, 'reports') !== undefined) refuted.add(last);
      last = undefined;
    }
  }
  return refuted;
}

/** Enough for a choice by what they add to a pack. */
const most = 60;
const mostNotes = 240;

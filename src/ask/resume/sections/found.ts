import {
  findingWorth,
  introducesPlan,
  isDecision,
  isIntention,
  isNote,
  isPassing,
  isVain,
  namesCause,
  passagesOf,
  sentencesOf,
} from '../../../memory/digest/statements.ts';
import { brief } from '../facts/message-text.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import { timeOf } from '../pack/time.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { termsOf } from '../pack/topics.ts';
import type { Text } from '../facts/written.ts';
import { isOpen } from '../../../memory/digest/message-marks.ts';
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
  return { title: 'Found', lines: stated.found, share: 0.2 };
}

export function noted(stated: Stated): OfferedSection {
  return { title: 'Noted', lines: stated.noted, share: 0.35, onlyNew: true };
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
  const known: Record<keyof Stated, ReadonlySet<string>[]> = {
    found: [],
    decided: [],
    vain: [],
    open: [],
    noted: [],
    intended: [],
  };
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
  const changes = history.events.filter(
    ({ act, failed, step, id }) => step === id && !failed && (act === 'edit' || act === 'check'),
  );
  let messages = 0;
  for (const [age, { event, text }] of said.entries()) {
    if (refuted.has(event.id)) continue;
    const isThought = event.kind === 'thinking';
    const isReport = event.act === 'agent';
    if (!isThought && !isReport) messages++;
    const isOld = lastAsk !== undefined && event.session === lastAsk.session && event.seq < lastAsk.seq;
    const add = (list: keyof Stated, sentence: string, worth: number): void => {
      if (lists[list].length === (list === 'noted' ? mostNotes : most)) return;
      const terms = termsOf(sentence);
      // A note may repeat what stands in any list; of another list only its own lines count.
      const others = list === 'noted' ? Object.values(known).flat() : known[list];
      if (others.some((other) => isContained(terms, other))) return;
      known[list].push(terms);
      const when = timeOf(event);
      const mark = isOld ? `${when} earlier: `.trimStart() : when === '' ? '' : `${when} `;
      lists[list].push({
        text: mark + (isReport ? 'a sub-agent: ' : '') + brief(sentence, Math.min(340, Math.max(200, room / 18))),
        step: event.step ?? event.id,
        worth: worth - Math.min(18, age * 0.15) - (isThought ? 3 : 0) - (isOld ? 6 : 0),
      });
    };
    const since = changes.filter(({ seq }) => seq > event.seq).length;
    const open = isOld || isThought || since > 0 ? undefined : statement(event, 'open');
    if (open !== undefined) add('open', open, 75);
    for (const { sentence, text: quoted } of passagesOf(text)) {
      // What was edited since, or checked, may be done by now.
      if (since > 0 && isOpen(sentence)) continue;
      if (since >= enoughChanges && isPassing(sentence) && !isVain(sentence)) continue;
      const finding = findingWorth(sentence);
      if (event.origin !== 'compaction' && introducesPlan(sentence) && quoted.length > sentence.length) {
        // A later plan takes the place of an earlier one.
        if (!isOld && !isReport && lists.intended.length === 0) add('intended', quoted, 75);
      } else if (isVain(sentence)) add('vain', quoted, 70);
      else if (isDecision(sentence)) add('decided', quoted, 69);
      else if (finding >= 3) {
        // Of several causes found for a request the last is the one.
        const isCause = namesCause(sentence);
        if (isCause && dropped.has(event.id)) continue;
        const request = isCause ? requestOf(event) : undefined;
        if (request !== undefined && explained.has(request)) continue;
        if (request !== undefined) explained.add(request);
        add('found', quoted, 66 + (finding - 3) * 2);
      } else if (!isOld && !isReport && messages <= 2 && isIntention(sentence)) add('intended', quoted, 73);
      else if (isNote(sentence) && !quoted.endsWith(':')) add('noted', quoted, 64);
    }
  }
  return lists;
}

/** Whether a text says next to nothing that another one does not. */
function isContained(terms: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let common = 0;
  for (const term of terms) if (other.has(term)) common++;
  return common >= terms.size * 0.75;
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

/** After so many edits and checks, what was to be done mostly is. */
const enoughChanges = 6;
/** Enough for a choice by what they add to a pack. */
const most = 60;
const mostNotes = 240;

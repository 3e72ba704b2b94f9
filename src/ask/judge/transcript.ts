import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { plain } from '../../normalise/text/one-line.ts';
import { twoEnds } from '../../normalise/text/two-ends.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { payloadReader, textOf } from '../event/payload.ts';
import { argumentsText } from './arguments-text.ts';
import { stepKind } from '../walk/step.ts';

/** A session as a judge reads it: what was done, and what the agent said between. Redacted. */
export type Passage = Node | Remark;

/** A prompt, or a call with its result. */
export interface Node {
  readonly is: 'prompt' | 'call';
  /** `P1`, `C12`: counted apart, in the order of the session. */
  readonly name: string;
  readonly step: Event;
  /** What was asked, or the arguments of the call. */
  readonly text: string;
  /** Null for a prompt, and while there is none. */
  result: Result | null;
  /** Other calls of the same response. */
  together: readonly string[];
  /** Earlier calls whose results were not there yet. */
  readonly unanswered: readonly string[];
}

export interface Result {
  readonly text: string;
  /** How the agent recorded its end: `exit 1`, `failed`, `denied`; empty when it says nothing. */
  readonly ending: string;
}

/** What the agent said or thought, or what its program noted. No node. */
export interface Remark {
  readonly is: 'said' | 'thought' | 'note';
  readonly text: string;
}

const pageSize = 500;
/** Of one text, at each end. More of it is never shown. */
const mostText = 40_000;

/** Reads a whole session, in order. */
export async function readTranscript(
  read: StoreReader,
  session: Session,
  sources: readonly Source[],
): Promise<readonly Passage[]> {
  const payloadOf = payloadReader(read, { sources });
  const passages: Passage[] = [];
  const names = new StepNames();
  const calls = new Map<EventId, Node>();
  const open = new Map<EventId, string>();
  const isSiblings = sources.find(({ name }) => name === session.source)?.gives.siblings === true;
  const responses = new Map<EventId, Node[]>();
  const prompts = new Set<EventId>();
  for (let after = 0; ;) {
    const events = await read.events(session.uid, { after, limit: pageSize });
    for (const event of events) await add(event);
    if (events.length < pageSize) break;
    after = events.at(-1)!.seq;
  }
  for (const response of responses.values())
    for (const node of response) node.together = response.filter((each) => each !== node).map(({ name }) => name);
  return passages;

  async function add(event: Event): Promise<void> {
    const name = names.add(event);
    if (name === undefined) return addOther(event);
    const what = (await payloadOf(event))?.what ?? null;
    const isPrompt = stepKind(event) === 'prompt';
    const node: Node = {
      is: isPrompt ? 'prompt' : 'call',
      name,
      step: event,
      text: what === null ? event.summary : what.is === 'call' ? argumentsText(what.input) : bounded(textOf(what)),
      result: null,
      together: [],
      unanswered: isPrompt ? [] : [...open.values()],
    };
    passages.push(node);
    if (isPrompt) {
      prompts.add(event.id);
      return;
    }
    calls.set(event.id, node);
    open.set(event.id, name);
    // Many agents make the prompt the parent of every call of a turn, which says nothing.
    if (event.parent !== null && (isSiblings || !prompts.has(event.parent)))
      responses.set(event.parent, [...(responses.get(event.parent) ?? []), node]);
  }

  async function addOther(event: Event): Promise<void> {
    const call = event.step === null ? undefined : calls.get(event.step);
    if (call !== undefined) {
      const what = (await payloadOf(event))?.what ?? null;
      if (what !== null && what.is !== 'result') return;
      open.delete(call.step.id);
      const text = what === null ? event.summary : bounded(what.output);
      const ending = what === null ? '' : endingOf(what);
      // A call in the background answers twice.
      call.result = {
        text: call.result ? `${call.result.text}\n${text}` : text,
        ending: ending || (call.result?.ending ?? ''),
      };
      return;
    }
    const is = remarkOf(event);
    if (is === undefined) return;
    const what = (await payloadOf(event))?.what ?? null;
    const text = what === null ? event.summary : bounded(textOf(what)).trim();
    if (text !== '') passages.push({ is, text });
  }
}

/** Names the steps of a session, given its events in order; the same whenever it is asked. */
export class StepNames {
  #prompts = 0;
  #calls = 0;

  /** Undefined for an event that is no step. What a program recorded by itself counts among the calls. */
  add(event: Pick<Event, 'id' | 'step' | 'tool' | 'kind'>): string | undefined {
    if (event.step !== event.id) return undefined;
    return stepKind(event) === 'prompt' ? `P${++this.#prompts}` : `C${++this.#calls}`;
  }
}

function remarkOf({ kind }: Event): Remark['is'] | undefined {
  if (kind === 'assistant_msg') return 'said';
  if (kind === 'thinking') return 'thought';
  return kind === 'human_intervention' || kind === 'error' ? 'note' : undefined;
}

function endingOf({ exitCode, status }: { readonly exitCode?: number; readonly status?: string }): string {
  if (exitCode !== undefined && exitCode !== 0) return `exit ${exitCode}`;
  return status === undefined || status === 'ok' ? '' : status;
}

function bounded(text: string): string {
  return plain(twoEnds(text, mostText));
}

import { name } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { invocation } from './invocation.ts';
import type { KnownRequest, Run } from './memory.ts';
import type { ChatContext } from './record-context.ts';
import { readCall } from './rounds.ts';
import type { Rounds } from './rounds.ts';
import { keepShown } from './same-call.ts';
import { referenceText, textOf } from './texts.ts';

export interface Seen {
  /** The model's side, which knows more of the calls; undefined while there is none. */
  readonly rounds?: Rounds | undefined;
  /** More may come: what only has an id of the editor's own waits until the model's side is read. */
  readonly isGoingOn: boolean;
}

/**
 * The parts of a response, from a place on; returns the ids of the calls among them. Adjacent parts are one message: a
 * link in a text is a part of its own.
 */
export function readParts(
  context: ChatContext,
  request: KnownRequest,
  parts: readonly JsonObject[],
  from: number,
  seen: Seen,
): ReadonlySet<string> {
  const calls = new Set<string>();
  let run = carriedOn(context, request, from);
  const close = () => {
    if (run) emitRun(context, request, run);
    run = undefined;
  };
  for (const [index, part] of parts.entries()) {
    const place = from + index;
    const spoken = spokenPart(part);
    if (spoken === 'call') {
      close();
      delete context.memory.run;
      const id = name(part['toolCallId']);
      if (id === undefined || isLeft(part, id, seen)) {
        keepShown(context.memory, part);
        continue;
      }
      const isOnModelSide = seen.rounds?.calls.has(id) === true;
      invocation(context, request, part, isOnModelSide);
      if (isOnModelSide && !calls.has(id)) readCall(context, request, seen.rounds!, id);
      calls.add(id);
    } else if (spoken !== undefined) {
      if (run && run.is !== spoken.is) close();
      run ??= { request: request.id, is: spoken.is, start: place, pieces: [], end: place };
      run.pieces.push([place, spoken.words]);
    }
    if (run) run.end = place + 1;
  }
  if (run) keepRun(context, run);
  close();
  return calls;
}

/** `request_…:p3` is the text from the fourth part on. */
function emitRun(context: ChatContext, request: KnownRequest, { is, start, pieces }: Run): void {
  const words = pieces
    .map(([, piece]) => piece)
    .join('')
    .trim();
  if (words !== '')
    context.emit(
      `${request.id}:p${start}`,
      { is, text: words },
      { role: 'assistant', parent: request.id, turn: request.id },
    );
}

/** A growing text is rewritten from the part that grew. */
function carriedOn({ memory }: ChatContext, request: KnownRequest, from: number): Run | undefined {
  const { run } = memory;
  if (!run || run.request !== request.id || from <= run.start || from > run.end) return undefined;
  return { ...run, pieces: run.pieces.filter(([place]) => place < from) };
}

function keepRun({ memory }: ChatContext, run: Run): void {
  const size = run.pieces.reduce((sum, [, text]) => sum + text.length, 0);
  if (size <= longestRun) memory.run = { ...run, pieces: [...run.pieces] };
  else delete memory.run;
}
const longestRun = 16 * 1024;

/** Until early 2026 the editor gave calls ids of its own, which are not the model's. */
function isLeft(part: JsonObject, id: string, { rounds, isGoingOn }: Seen): boolean {
  if (rounds?.calls.has(id)) return false;
  if (part['subAgentInvocationId'] !== undefined || part['fromSubAgent'] === true) return false;
  return rounds !== undefined || (isGoingOn && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id));
}

function spokenPart(
  part: JsonObject,
): { readonly is: 'message' | 'thinking'; readonly words: string } | 'call' | undefined {
  switch (part['kind']) {
    case undefined:
    case 'markdownContent':
    case 'markdownVuln':
      return { is: 'message', words: textOf(part['content'] ?? part['value']) };
    case 'inlineReference':
      return { is: 'message', words: referenceText(part) };
    case 'thinking':
      return { is: 'thinking', words: textOf(part['value']) };
    case 'toolInvocationSerialized':
      return 'call';
    default:
      // Progress, edits as shown, undo marks: nothing that a call does not have.
      return undefined;
  }
}

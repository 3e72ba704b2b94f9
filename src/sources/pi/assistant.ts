import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { PiContext } from './record-context.ts';
import { used, usedIn } from './usage.ts';

interface Part {
  readonly what: What;
  /** Of a call: the id the model gave it. */
  readonly call?: string | undefined;
}

/**
 * One model response. Its first text has the entry's id, or its first part where it has no text; the other parts are
 * its children, named by their position.
 */
export function assistantMessage(context: PiContext): void {
  const { message } = context.entry;
  const parts = [
    ...list(message['content']).flatMap((part, index) => partOf(object(part)).map((known) => ({ ...known, index }))),
    ...endingOf(message),
  ];
  context.patchChanged({ model: name(message['model']) });
  const head = parts.find(({ what }) => what.is === 'message') ?? parts[0];
  if (head === undefined) return used(context, context.key, message['usage']);

  const { key, above } = context;
  const keyOf = (part: (typeof parts)[number]) => (part === head ? key : `${key}:${part.index}`);
  for (const part of parts) {
    const { what, call } = part;
    // A thought before the text has the same parent as the text.
    const parent = part === head || what.is === 'thinking' ? above.event : key;
    context.emit(keyOf(part), what, {
      native: what.is === 'call' ? call : part === head ? context.entry.id : undefined,
      role: what.is === 'intervention' ? 'user' : what.is === 'failure' ? 'system' : 'assistant',
      parent,
      turn: above.turn,
      ...(part === head ? { ...usedIn(message['usage']), durationMs: number(message['durationMs']) } : {}),
    });
  }
  const calls = parts.filter(({ what }) => what.is === 'call');
  context.moveTo({ event: key, step: calls.length > 0 ? keyOf(calls.at(-1)!) : above.step });
  for (const part of calls) call(context, keyOf(part), part.call, message);
  // An error is the outcome of the session unless another response comes: pi retries by itself.
  context.setFailed(message['stopReason'] === 'error');
}

/** A call that was cut off while the model wrote it is never run, and gets no result. */
function call(context: PiContext, key: string, id: string | undefined, message: JsonObject): void {
  const turn = context.above.turn;
  if (message['stopReason'] === 'aborted' || message['stopReason'] === 'error') {
    context.emit(
      `${key}:result`,
      { is: 'result', call: key, output: text(message['errorMessage']) ?? '', status: 'interrupted' },
      { role: 'tool', parent: key, turn },
    );
  } else if (id !== undefined) {
    context.memory.calls.set(id, { key, ...(turn === undefined ? {} : { turn }) });
  }
}

function partOf(part: JsonObject): readonly Part[] {
  const words = text(part['text']) ?? text(part['thinking']) ?? '';
  switch (part['type']) {
    case 'text':
      return words === '' ? [] : [{ what: { is: 'message', text: words } }];
    case 'thinking':
      // An encrypted thought is only a signature.
      return words === '' ? [] : [{ what: { is: 'thinking', text: words } }];
    case 'toolCall':
      return [
        {
          what: { is: 'call', tool: name(part['name']) ?? 'unknown', input: part['arguments'] ?? null },
          call: name(part['id']),
        },
      ];
    default:
      return [];
  }
}

/** The ending of an incomplete response. */
function endingOf(message: JsonObject): readonly (Part & { readonly index: string })[] {
  const error = text(message['errorMessage']);
  switch (message['stopReason']) {
    case 'aborted':
      return [
        { what: { is: 'intervention', type: 'interrupt', text: error ?? 'Request was aborted' }, index: 'aborted' },
      ];
    case 'error':
      return [
        { what: { is: 'failure', type: 'api_error', text: error ?? 'The model gave no answer' }, index: 'error' },
      ];
    case 'length':
      return [
        { what: { is: 'lifecycle', type: 'length', text: 'The answer was cut off at its longest' }, index: 'length' },
      ];
    default:
      return [];
  }
}

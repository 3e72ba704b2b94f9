import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { keep } from './memory.ts';
import { emit, moveTo, nativeOf, patch } from './page.ts';
import type { Page } from './page.ts';
import { used, usedIn } from './usage.ts';

interface Part {
  readonly what: What;
  /** Of a call: the id the model gave it. */
  readonly call?: string | undefined;
}

/**
 * One model response. Its first text carries the entry's id, or its first part where it has no text; the other parts
 * hang on that one, and are named by their position.
 */
export function assistantMessage(page: Page): void {
  const { message } = page.entry;
  const parts = [
    ...list(message['content']).flatMap((part, index) => partOf(object(part)).map((known) => ({ ...known, index }))),
    ...endingOf(message),
  ];
  modelOf(page, message);
  const head = parts.find(({ what }) => what.is === 'message') ?? parts[0];
  if (head === undefined) return used(page, page.key, message['usage']);

  const { key, above } = page;
  const keyOf = (part: (typeof parts)[number]) => (part === head ? key : `${key}:${part.index}`);
  for (const part of parts) {
    const { what, call } = part;
    // A thought before the text answers what the text answers.
    const parent = part === head || what.is === 'thinking' ? above.event : key;
    emit(page, keyOf(part), what, {
      native: what.is === 'call' ? call : part === head ? nativeOf(page) : undefined,
      role: what.is === 'intervention' ? 'user' : what.is === 'failure' ? 'system' : 'assistant',
      parent,
      turn: above.turn,
      ...(part === head ? { ...usedIn(message['usage']), durationMs: number(message['durationMs']) } : {}),
    });
  }
  const calls = parts.filter(({ what }) => what.is === 'call');
  moveTo(page, { event: key, step: calls.length > 0 ? keyOf(calls.at(-1)!) : above.step });
  for (const part of calls) call(page, keyOf(part), part.call, message);
  outcome(page, message);
}

/** What was cut off while the model wrote it is never run, and no result will come. */
function call(page: Page, key: string, id: string | undefined, message: JsonObject): void {
  const turn = page.above.turn;
  if (message['stopReason'] === 'aborted' || message['stopReason'] === 'error') {
    emit(
      page,
      `${key}:result`,
      { is: 'result', call: key, output: text(message['errorMessage']) ?? '', status: 'interrupted' },
      { role: 'tool', parent: key, turn },
    );
  } else if (id !== undefined) {
    keep(page.memory, 'calls', id, { key, ...(turn === undefined ? {} : { turn }) });
  }
}

function partOf(part: JsonObject): readonly Part[] {
  const words = text(part['text']) ?? text(part['thinking']) ?? '';
  switch (part['type']) {
    case 'text':
      return words === '' ? [] : [{ what: { is: 'message', text: words } }];
    case 'thinking':
      // A thought that the service keeps to itself is only a signature.
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

/** How the response ended, where it is not that it was complete. */
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

function modelOf(page: Page, message: JsonObject): void {
  const model = name(message['model']);
  if (model === undefined || model === page.memory.model) return;
  page.memory.model = model;
  patch(page, { model });
}

/** An error is how the session ended unless another response comes: pi tries again by itself. */
function outcome({ memory, sessions, session }: Page, message: JsonObject): void {
  const failed = message['stopReason'] === 'error';
  if (failed === (memory.failed ?? false)) return;
  if (failed) memory.failed = true;
  else delete memory.failed;
  sessions.push({ uid: session, outcome: failed ? 'fail' : 'unknown' });
}

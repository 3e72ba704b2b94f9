import { keyOf } from '../../../model/ids.ts';
import { object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { parsed, shownIn } from './invocation.ts';
import { rememberShown } from './memory.ts';
import type { ChatMemory, Shown } from './memory.ts';

/**
 * Until early 2026 a call has one id in the chat and another on the model's side; yet only the chat knows that it
 * failed. The two are known for one call by the tool and all it was asked, and of several that are alike the first is
 * the first.
 */
export function keepShown(memory: ChatMemory, part: JsonObject): void {
  const shown = shownIn(part);
  const line = object(object(part['toolSpecificData'])['commandLine']);
  const command = text(line['original']);
  const input = parsed(object(part['resultDetails'])['input']);
  const name =
    command !== undefined
      ? sameCommand(command)
      : input !== undefined
        ? sameCall(text(part['toolId']) ?? '', input)
        : undefined;
  if (name === undefined) return;
  const alike = memory.shown.filter(([known]) => known.startsWith(`${name}#`)).length;
  rememberShown(memory, `${name}#${alike}`, shown);
}

/** What the chat showed of a call of the model's; told once. */
export function takeShown(memory: ChatMemory, id: string, call: JsonObject): Shown {
  const own = memory.shown.find(([known]) => known === id)?.[1];
  if (own) return own;
  const input = parsed(call['arguments']);
  const command = text(object(input)['command']);
  const names = [
    sameCall(text(call['name']) ?? '', input ?? null),
    ...(command === undefined ? [] : [sameCommand(command)]),
  ];
  const at = memory.shown.findIndex(([known]) => names.some((name) => known.startsWith(`${name}#`)));
  return at < 0 ? {} : memory.shown.splice(at, 1)[0]![1];
}

function sameCommand(command: string): string {
  return `=command:${keyOf(command)}`;
}

function sameCall(tool: string, input: unknown): string {
  return `=${keyOf(`${tool}\0${JSON.stringify(input)}`)}`;
}

import { keyOf } from '../../../model/ids.ts';
import { object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { parsed, shownIn } from './invocation.ts';
import type { ChatMemory, Shown } from './memory.ts';

/**
 * Until early 2026 a call has one id in the chat and another on the model's side; yet only the chat shows that it
 * failed. The two are matched by the tool and its arguments, and several alike ones in order.
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
  const alike = [...memory.shown.keys()].filter((known) => known.startsWith(`${name}#`)).length;
  memory.shown.set(`${name}#${alike}`, shown);
}

/** What the chat showed of a call of the model's; used once. */
export function takeShown(memory: ChatMemory, id: string, call: JsonObject): Shown {
  const own = memory.shown.get(id);
  if (own) return own;
  const input = parsed(call['arguments']);
  const command = text(object(input)['command']);
  const names = [
    sameCall(text(call['name']) ?? '', input ?? null),
    ...(command === undefined ? [] : [sameCommand(command)]),
  ];
  const alike = [...memory.shown].find(([known]) => names.some((name) => known.startsWith(`${name}#`)));
  if (!alike) return {};
  const [key, shown] = alike;
  memory.shown.delete(key);
  return shown;
}

function sameCommand(command: string): string {
  return `=command:${keyOf(command)}`;
}

function sameCall(tool: string, input: unknown): string {
  return `=${keyOf(`${tool}\0${JSON.stringify(input)}`)}`;
}

import { list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { parsed } from './invocation.ts';
import type { KnownRequest, Shown } from './memory.ts';
import type { ChatContext } from './record-context.ts';
import { takeShown } from './same-call.ts';
import { resultText, textOf } from './texts.ts';

/** What went between the extension and the model: a response of the model, the calls it asked for, what they gave. */
export interface Rounds {
  readonly list: readonly JsonObject[];
  readonly results: JsonObject;
  /** Each call, and when its response came. */
  readonly calls: ReadonlyMap<string, { readonly call: JsonObject; readonly at: number | undefined }>;
}

export function roundsIn(result: unknown): Rounds | undefined {
  const metadata = object(object(result)['metadata']);
  const rounds = list(metadata['toolCallRounds']).map(object);
  if (rounds.length === 0) return undefined;
  const calls = new Map(
    rounds.flatMap((round) =>
      callsIn(round).map(([id, call]) => [id, { call, at: number(round['timestamp']) }] as const),
    ),
  );
  return { list: rounds, results: object(metadata['toolCallResults']), calls };
}

/** A call with its arguments and its result. */
export function readCall(
  context: ChatContext,
  request: KnownRequest,
  { calls, results }: Rounds,
  id: string,
  parent = request.id,
): void {
  const { call, at } = calls.get(id)!;
  const input = parsed(call['arguments']) ?? text(call['arguments']) ?? null;
  context.emit(
    id,
    { is: 'call', tool: text(call['name']) ?? 'unknown', input },
    { native: id, role: 'assistant', parent, turn: request.id, at },
  );
  if (id in results) resultOf(context, request, id, results[id], takeShown(context.memory, id, call));
}

/**
 * Everything but the calls that were emitted; with `texts`, also the model's messages and thoughts, where nothing
 * else has them.
 */
export function readRounds(
  context: ChatContext,
  request: KnownRequest,
  rounds: Rounds,
  texts: boolean,
  emitted: ReadonlySet<string> = new Set(),
): void {
  for (const [index, round] of rounds.list.entries()) {
    const key = name(round['id']) ?? `${request.id}:round${index + 1}`;
    const more = { role: 'assistant', parent: request.id, turn: request.id, at: number(round['timestamp']) } as const;
    const [thought, answer, summary] = [
      textOf(object(round['thinking'])['text']),
      (text(round['response']) ?? '').trim(),
      text(round['summary']) ?? '',
    ];
    if (texts && thought.trim() !== '') context.emit(`${key}:thinking`, { is: 'thinking', text: thought }, more);
    if (texts && answer !== '') context.emit(key, { is: 'message', text: answer }, { ...more, native: key });
    for (const [id] of callsIn(round))
      if (!emitted.has(id)) readCall(context, request, rounds, id, texts && answer !== '' ? key : request.id);
    if (summary !== '')
      context.emit(
        `${key}:compaction`,
        { is: 'lifecycle', type: 'compaction', text: summary },
        { role: 'system', turn: request.id },
      );
  }
}

function resultOf(
  context: ChatContext,
  request: KnownRequest,
  call: string,
  result: unknown,
  { exitCode, status, durationMs, at }: Shown,
): void {
  const output = resultText(result);
  const ended = at === undefined || durationMs === undefined ? undefined : at + durationMs;
  const what = {
    is: 'result',
    call,
    output,
    status: status ?? refusalOrError(output) ?? 'ok',
    ...(exitCode === undefined ? {} : { exitCode }),
  } as const;
  context.emit(`${call}:result`, what, { role: 'tool', parent: call, turn: request.id, durationMs, at: ended });
}

/** The extension's message to the model when a tool threw, or a person refused it. */
function refusalOrError(output: string): 'failed' | 'denied' | undefined {
  if (/^ERROR(?: while calling tool)?: /.test(output)) return 'failed';
  return /^(?:The user (?:cancelled|canceled|chose to skip|opted to skip|rejected|declined)|User (?:cancelled|canceled|chose to skip|rejected))/.test(
    output,
  )
    ? 'denied'
    : undefined;
}

function callsIn(round: JsonObject): [string, JsonObject][] {
  return list(round['toolCalls'])
    .map(object)
    .flatMap((call) => {
      const id = name(call['id']);
      return id === undefined ? [] : [[id, call] as [string, JsonObject]];
    });
}

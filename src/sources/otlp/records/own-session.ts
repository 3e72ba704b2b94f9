import { isObject, name } from '../../../platform/parse-records.ts';
import { callIdOf, callKey, inputOf, outcomeOf, toolOf } from './calls.ts';
import { eventMessages, exchangeOf, modelOf, paid, tokensOf } from './exchange.ts';
import { durationOf, errorOf } from '../../agent/telemetry/fields.ts';
import { digest } from '../ids.ts';
import { kindOf } from '../../agent/telemetry/kinds.ts';
import { lastText } from './messages.ts';
import type { Message, Part } from './messages.ts';
import { sessionOf, whole } from './record-context.ts';
import type { OtlpContext } from './record-context.ts';
import type { RecordedCause } from '../../source.ts';

/** A record of a session that no other source reads. */
export function readPrimary(context: OtlpContext): void {
  switch (kindOf(context.record)) {
    case 'chat':
      return request(context);
    case 'call':
      return call(context);
    case 'agent':
      return agent(context);
    case 'chain':
      // The outermost has the input, if nothing below it does.
      return context.record.parent === undefined && !context.place.covered ? around(context) : undefined;
    case 'event':
      return event(context);
    case 'other':
      return undefined;
  }
}

/** A request to the model, and its answer. */
function request(context: OtlpContext): void {
  const { record, place } = context;
  if (place.covered) return;
  const { input, output } = exchangeOf(record);
  const answered = readInput(context, input);
  if (record.failed) {
    context.emit(
      `span:${record.span}:failed`,
      { is: 'failure', type: 'api_error', text: errorOf(record) || 'The request to the model failed' },
      { role: 'system', parent: answered ?? place.under, at: whole(record.end ?? record.start) },
    );
    return;
  }
  facts(context);
  const isAnswered = answer(context, output, answered ?? context.memory.answers.get(record.span ?? ''));
  const tokens = isAnswered ? undefined : tokensOf(record);
  if (tokens)
    context.emit(
      `span:${record.span}:usage`,
      {
        is: 'lifecycle',
        type: 'usage',
        text: `${tokens.input + tokens.cache_read + tokens.cache_write} tokens in, ${tokens.output} out`,
      },
      {
        role: 'system',
        tokens,
        ...paid(record),
        durationMs: durationOf(record),
        native: responseId(context),
        parent: place.under,
      },
    );
}

/** Emits what is new of the model's input. Returns the key of the last message, which is what the model answers. */
function readInput(context: OtlpContext, input: readonly Message[]): string | undefined {
  let last: string | undefined;
  for (const { role, parts } of input) {
    for (const part of parts) {
      if (part.is === 'text' && role === 'user') last = prompt(context, part.text);
      if (part.is === 'result') last = result(context, part) ?? last;
    }
  }
  return last;
}

/** A text is emitted once per session: every request repeats it. */
function prompt(context: OtlpContext, text: string): string {
  const { memory, session, main } = context;
  const key = `prompt:${digest(text)}`;
  if (memory.isNew(session, key)) {
    memory.turns.set(session, key);
    context.emit(
      key,
      { is: 'prompt', text, origin: session === main ? 'human' : 'harness' },
      { role: 'user', turn: key },
    );
  }
  return key;
}

/** The result of a known call of this session that has no span of a tool. */
function result(context: OtlpContext, { id, output }: Extract<Part, { is: 'result' }>): string | undefined {
  const { memory, session } = context;
  const key = callKey(id, undefined);
  const known = memory.calls.get(digest(`${session}\0${key}`));
  if (id === undefined || !known) return undefined;
  if (known[1] !== null) {
    memory.calls.set(digest(`${session}\0${key}`), [key, null]);
    context.emit(`${key}:result`, { is: 'result', call: key, output }, { role: 'tool', parent: key });
  }
  return `${key}:result`;
}

/** Emits the model's output and returns whether there was any. Usage is emitted with the first of it. */
function answer(context: OtlpContext, output: readonly Message[], answered: string | undefined): boolean {
  const { record, place } = context;
  const base = record.span === undefined ? `log:${digest(JSON.stringify(record.attributes))}` : `span:${record.span}`;
  const parts = output.flatMap((message) => message.parts);
  let first = record.signal === 'span';
  const once = () => {
    const usage = first ? { tokens: tokensOf(record), ...paid(record), durationMs: durationOf(record) } : {};
    first = false;
    return usage;
  };
  let parent = answered ?? place.under;
  for (const [index, part] of parts.entries()) {
    const suffix = index === 0 ? '' : `:${index}`;
    if (part.is === 'text' || part.is === 'thinking') {
      const key = `${base}${suffix}`;
      const native = part.is === 'text' ? responseId(context) : undefined;
      context.emit(
        key,
        { is: part.is === 'text' ? 'message' : 'thinking', text: part.text },
        { role: 'assistant', parent, native, ...once() },
      );
      parent = key;
    }
    if (part.is === 'call') {
      const key = callKey(part.id, `${record.span}:${index}`);
      const usage = once();
      if (asked(context, key, part.tool, part.input))
        context.emit(
          key,
          { is: 'call', tool: part.tool, input: part.input },
          { role: 'assistant', native: part.id ?? key, parent, ...usage },
        );
    }
  }
  return parts.length > 0;
}

/** Whether the call was not emitted before. */
function asked({ memory, session }: OtlpContext, key: string, tool: string, input: unknown): boolean {
  const mark = digest(`${session}\0${key}`);
  if (memory.calls.has(mark)) return false;
  if (key.length <= 200) memory.calls.set(mark, [key, likeness(session, tool, input)]);
  return true;
}

/** A tool at work. */
function call(context: OtlpContext): void {
  const { memory, record, place, session } = context;
  const tool = toolOf(record);
  const input = inputOf(record) ?? {};
  const key =
    callIdOf(record) === undefined
      ? (alike(context, tool, input) ?? callKey(undefined, record.span))
      : callKey(callIdOf(record), undefined);
  const { output, exitCode } = outcomeOf(record);
  if (asked(context, key, tool, input))
    context.emit(
      key,
      { is: 'call', tool, input },
      {
        role: 'assistant',
        native: callIdOf(record) ?? key.replace(/^call:/, ''),
        parent: place.under,
        causes: causesOf(context),
      },
    );
  context.emit(
    `${key}:result`,
    {
      is: 'result',
      call: key,
      output,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(record.failed ? { status: 'failed' as const } : {}),
    },
    {
      role: 'tool',
      parent: key,
      at: whole(record.end ?? record.start),
      durationMs: durationOf(record),
    },
  );
  if (key.length <= 200) memory.calls.set(digest(`${session}\0${key}`), [key, null]);
}

/** A call inside another one was made by it; span links name what else led to it. */
function causesOf({ place: { under, linked = [] } }: OtlpContext): readonly RecordedCause[] {
  return [
    ...(under === undefined ? [] : [{ key: under, type: 'spawned' as const }]),
    ...linked.filter((key) => key !== under).map((key) => ({ key, type: 'caused' as const, tag: 'span link' })),
  ];
}

/** A span without the call's id is matched to the open call with the same tool and input. */
function alike({ memory, session }: OtlpContext, tool: string, input: unknown): string | undefined {
  const wanted = likeness(session, tool, input);
  return [...memory.calls.values()].find(([, mark]) => mark === wanted)?.[0];
}

function likeness(session: string, tool: string, input: unknown): string {
  return digest(
    JSON.stringify([
      session,
      tool,
      isObject(input) ? Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)) : input,
    ]),
  );
}

/** An agent at work: the session itself, or a sub-agent of it. */
function agent(context: OtlpContext): void {
  const { record, place, main, session } = context;
  if (place.caller) {
    const parent = sessionOf(main, place.caller.subagent);
    const by = place.caller.by ?? delegation(context, parent);
    context.links.push({ type: 'spawned', parent, call: by.replace(/^call:/, ''), child: session });
    context.links.push({ type: 'returned', child: session, parent, step: by });
  }
  if (!place.covered) around(context);
  else readInput(context, exchangeOf(record).input);
  if (record.failed && !place.failedBelow && place.covered)
    context.emit(
      `span:${record.span}:failed`,
      { is: 'failure', type: 'agent', text: errorOf(record) || 'The agent failed' },
      { role: 'system', at: whole(record.end ?? record.start) },
    );
}

/** One agent delegates to another without a tool in between: the span is the call. */
function delegation(context: OtlpContext, parent: ReturnType<typeof sessionOf>): string {
  const { record } = context;
  const { input, output } = exchangeOf(record);
  const key = `span:${record.span}:delegated`;
  const agentName =
    name(record.attributes['gen_ai.agent.name']) ?? name(record.attributes['agent.name']) ?? record.name;
  context.emit(
    key,
    { is: 'call', tool: 'invoke_agent', input: { agent: agentName, prompt: lastText(input) } },
    { session: parent, role: 'assistant', native: key },
  );
  context.emit(
    `${key}:result`,
    {
      is: 'result',
      call: key,
      output: lastText(output) || (record.failed ? errorOf(record) : ''),
      ...(record.failed ? { status: 'failed' as const } : {}),
    },
    {
      session: parent,
      role: 'tool',
      parent: key,
      at: whole(record.end ?? record.start),
      durationMs: durationOf(record),
    },
  );
  return key;
}

/** Without a recorded request to the model, its input and output are all there is. */
function around(context: OtlpContext): void {
  const { record } = context;
  facts(context);
  const { input, output } = exchangeOf(record);
  const answered = readInput(context, input);
  if (record.failed)
    context.emit(
      `span:${record.span}:failed`,
      { is: 'failure', type: 'agent', text: errorOf(record) || 'The agent failed' },
      { role: 'system', parent: answered, at: whole(record.end ?? record.start) },
    );
  else answer(context, output, answered);
}

/** Messages in log records: the model's input one by one, and its choice. */
function event(context: OtlpContext): void {
  const { record, memory } = context;
  const fields = { ...record.attributes, ...(isObject(record.body) ? record.body : {}) };
  const { input, output } = eventMessages(record.name, fields);
  const answered = readInput(context, input);
  if (answered !== undefined && record.span !== undefined && answered.length <= 300)
    memory.answers.set(record.span, answered);
  answer(context, output, answered ?? memory.answers.get(record.span ?? ''));
}

function facts(context: OtlpContext): void {
  const { record, memory, session } = context;
  const model = modelOf(record)?.slice(0, 200);
  const agentVersion = record.version?.slice(0, 100);
  if (memory.isNew(session, 'facts', model ?? '', agentVersion ?? '')) context.patch({ model, agentVersion });
}

function responseId({ record }: OtlpContext): string | undefined {
  return name(record.attributes['gen_ai.response.id']) ?? name(record.attributes['ai.response.id']);
}

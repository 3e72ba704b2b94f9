import type { Tokens } from '../../model/event.ts';
import { name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { usageText } from '../reader/usage-text.ts';
import type { Totals } from './memory.ts';
import type { CopilotContext } from './record-context.ts';

/** 1.0.102: one for each model response, written before the response itself; a killed session may lack the latter. */
export function usageRecord(context: CopilotContext, data: JsonObject): void {
  context.memory.countsResponses = true;
  const usage = object(data['usage']);
  const tokens = tokensOf(usage);
  if (!tokens) return;
  context.emitHere(
    { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
    {
      native: name(usage['apiCallId']) ?? context.key,
      tokens,
      model: name(usage['model']),
      durationMs: number(usage['duration']),
    },
  );
}

/** The same in a transcript of VS Code. */
export function responseUsed(context: CopilotContext, data: JsonObject): void {
  const tokens = tokensOf({ ...data, cacheWriteTokens: data['cacheCreationInputTokens'] });
  if (tokens) context.emitHere({ is: 'lifecycle', type: 'usage', text: usageText(tokens) }, { tokens });
}

/** Until 1.0.68 a message has its output tokens only; the session's end has the rest. */
export function tokensOfMessage({ memory }: CopilotContext, data: JsonObject): Tokens | undefined {
  const output = number(data['outputTokens']) ?? 0;
  const response = name(data['apiCallId']);
  if (memory.countsResponses || output <= 0 || (response !== undefined && response === memory.response))
    return undefined;
  if (response !== undefined) memory.response = response;
  memory.counted = { ...memory.counted, output: memory.counted.output + output };
  return { input: 0, output, cache_read: 0, cache_write: 0 };
}

/** A response without readable content. */
export function usedWithoutTrace(context: CopilotContext, tokens: Tokens, turn: string | undefined): void {
  context.emit(
    `${context.key}:usage`,
    { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
    { native: context.key, role: 'system', turn, tokens },
  );
}

/** Totals of the whole session, resumes included: what no response recorded is counted here. */
export function totalsAtShutdown(context: CopilotContext, data: JsonObject): void {
  const { memory } = context;
  if (memory.countsResponses) return;
  const total = Object.values(object(data['modelMetrics']))
    .map((metrics) => totalsOf(object(object(metrics)['usage'])))
    .reduce(plus, none);
  const rest = restOf(total, memory.counted);
  memory.counted = plus(memory.counted, rest);
  const tokens = asTokens(rest);
  if (tokens)
    context.emit(
      `${context.key}:usage`,
      { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
      { native: context.key, role: 'system', tokens },
    );
}

export function tokensOf(usage: JsonObject): Tokens | undefined {
  return asTokens(totalsOf(usage));
}

/** Copilot counts the cached part among the input, and thinking among the output. */
function asTokens({ input, output, read, written }: Totals): Tokens | undefined {
  if (input <= 0 && output <= 0) return undefined;
  return { input: Math.max(0, input - read - written), output, cache_read: read, cache_write: written };
}

const none: Totals = { input: 0, output: 0, read: 0, written: 0 };

function totalsOf(usage: JsonObject): Totals {
  const count = (field: string) => Math.max(0, number(usage[field]) ?? 0);
  return {
    input: count('inputTokens'),
    output: count('outputTokens'),
    read: count('cacheReadTokens'),
    written: count('cacheWriteTokens'),
  };
}

function plus(a: Totals, b: Totals): Totals {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    read: a.read + b.read,
    written: a.written + b.written,
  };
}

function restOf(total: Totals, counted: Totals): Totals {
  const rest = (field: keyof Totals) => Math.max(0, total[field] - counted[field]);
  return { input: rest('input'), output: rest('output'), read: rest('read'), written: rest('written') };
}

import type { LanguageModelMiddleware } from 'ai';
import type { EventLogger, Scope } from 'stemma';

type Generate = NonNullable<LanguageModelMiddleware['wrapGenerate']>;
type Asked = Parameters<Generate>[0]['params'];
type Answer = Awaited<ReturnType<Generate>>;

/**
 * Middleware for a model of the Vercel AI SDK: every request to the model is a scope that ends with its model and its
 * tokens, and the tool calls the model asks for are scopes below it, which end when their results are sent back. A
 * retry is a request of its own.
 *
 *     const model = wrapLanguageModel({ model: provider('…'), middleware: recordAiSdk(logger) });
 *
 * `calls` has the scope of each call by its id, for the tools: `execute: (input, { toolCallId }) => calls.get(toolCallId)?.run(…)`.
 */
export function recordAiSdk(logger: EventLogger, calls = new Map<string, Scope>()): LanguageModelMiddleware {
  const begin = (type: string, modelId: string, { prompt }: Asked): Scope => {
    endCalls(calls, prompt);
    return logger.startScope({ type, payload: { model: modelId, said: prompt.at(-1) } });
  };

  return {
    specificationVersion: 'v4',

    async wrapGenerate({ doGenerate, params, model: { modelId } }) {
      const scope = begin('doGenerate', modelId, params);
      try {
        const answer = await scope.run(doGenerate);
        for (const part of answer.content) beginCall(scope, calls, part);
        end(
          scope,
          answer.content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
          answer.usage,
          answer.response?.modelId ?? modelId,
        );
        return answer;
      } catch (error) {
        scope.fail(error);
        throw error;
      }
    },

    async wrapStream({ doStream, params, model: { modelId } }) {
      const scope = begin('doStream', modelId, params);
      try {
        const { stream, ...rest } = await scope.run(doStream);
        return { ...rest, stream: ReadableStream.from(told(scope, calls, stream, modelId)) };
      } catch (error) {
        scope.fail(error);
        throw error;
      }
    },
  };
}

function beginCall(scope: Scope, calls: Map<string, Scope>, part: Part | Answer['content'][number]): void {
  if (part.type !== 'tool-call') return;
  calls.set(
    part.toolCallId,
    scope.startScope({ type: part.toolName, tool: part.toolName, payload: fromJson(part.input) }),
  );
}

/** Models do not always write JSON. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function end(scope: Scope, text: string, { inputTokens, outputTokens }: Answer['usage'], model: string): void {
  const tokens = {
    input: inputTokens.noCache ?? inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cache_read: inputTokens.cacheRead ?? 0,
    cache_write: inputTokens.cacheWrite ?? 0,
  };
  scope.end(text, { model, tokens });
}

type Part =
  Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>['stream'] extends ReadableStream<infer Each>
    ? Each
    : never;

/**
 * The same stream, each part of which is told before it goes on: tools run as soon as they are asked for. One that
 * breaks off has failed.
 */
async function* told(
  scope: Scope,
  calls: Map<string, Scope>,
  stream: ReadableStream<Part>,
  asked: string,
): AsyncGenerator<Part> {
  let text = '';
  let model = asked;
  try {
    for await (const part of stream) {
      beginCall(scope, calls, part);
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'response-metadata') model = part.modelId ?? model;
      if (part.type === 'error') scope.fail(part.error);
      if (part.type === 'finish') end(scope, text, part.usage, model);
      yield part;
    }
  } catch (error) {
    scope.fail(error);
    throw error;
  } finally {
    // Of the ends of a scope only the first counts.
    scope.fail('The stream was broken off.');
  }
}

function endCalls(calls: Map<string, Scope>, prompt: Asked['prompt']): void {
  for (const part of prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))) {
    if (part.type !== 'tool-result') continue;
    const { output } = part;
    const value = 'value' in output ? output.value : output.type;
    if (output.type.startsWith('error')) calls.get(part.toolCallId)?.fail(value);
    else calls.get(part.toolCallId)?.end(value);
    calls.delete(part.toolCallId);
  }
}

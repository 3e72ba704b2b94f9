import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import type { Response as ModelResponse, ResponseInputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { Stream } from 'openai/streaming';
import type { EventLogger, LogEvent, Scope } from 'stemma';

/**
 * A `fetch` for an OpenAI client: every request to the model, by Chat Completions or by Responses, is a scope that ends with its model and its tokens, and
 * the function calls the model asks for are scopes below it, which end when their outputs are sent back. A retry is a request of its own.
 *
 *     const client = new OpenAI({ fetch: recordOpenAI(logger) });
 *
 * `calls` has the scope of each call by its id, for whoever runs the function: `calls.get(call.id)?.run(…)`. A stream of Chat Completions tells tokens
 * only to those who ask for them: `stream_options: { include_usage: true }`.
 */
export function recordOpenAI(logger: EventLogger, calls = new Map<string, Scope>()): typeof fetch {
  return async (address, init) => {
    const [type] = /chat\/completions$|responses$/.exec(new URL(address instanceof Request ? address.url : address).pathname) ?? [];
    if (!type || typeof init?.body !== 'string') return await fetch(address, init);
    const { model, stream, messages, input = messages } = JSON.parse(init.body) as Asked;
    const items = typeof input === 'string' ? [] : (input ?? []);
    for (const item of items) endCall(calls, item);
    const scope = logger.startScope({ type, payload: { model, said: typeof input === 'string' ? input : items.at(-1) } });
    try {
      const response = await scope.run(() => fetch(address, init));
      if (!response.ok) scope.fail(`${response.status} ${await response.clone().text()}`);
      else if (stream) return untilTold(response, tellStream(scope, calls, type, response.clone()));
      else tell(scope, calls, answerOf((await response.clone().json()) as ChatCompletion | ModelResponse));
      return response;
    } catch (error) {
      scope.fail(error);
      throw error;
    }
  };
}

interface Asked {
  readonly model: string;
  readonly stream?: boolean;
  /** Of Chat Completions. */
  readonly messages?: readonly ChatCompletionMessageParam[];
  /** Of Responses. */
  readonly input?: string | readonly (ResponseInputItem | ChatCompletionMessageParam)[];
}

interface Answer {
  readonly model: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  readonly tokens?: NonNullable<LogEvent['tokens']>;
}

function answerOf(answer: ChatCompletion | ModelResponse): Answer {
  if (answer.object === 'response') {
    const { model, output, usage } = answer;
    return {
      model,
      text: output.flatMap((item) => (item.type === 'message' ? item.content.map((part) => (part.type === 'output_text' ? part.text : part.refusal)) : [])).join('\n'),
      calls: output.flatMap((item) => (item.type === 'function_call' ? [{ id: item.call_id, name: item.name, input: item.arguments }] : [])),
      ...(usage && { tokens: tokensOf(usage.input_tokens, usage.output_tokens, usage.input_tokens_details?.cached_tokens) }),
    };
  }
  const { model, choices, usage } = answer;
  const message = choices[0]?.message;
  return {
    model,
    text: message?.content ?? '',
    calls: (message?.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [{ id: call.id, name: call.function.name, input: call.function.arguments }] : [])),
    ...(usage && { tokens: tokensOf(usage.prompt_tokens, usage.completion_tokens, usage.prompt_tokens_details?.cached_tokens) }),
  };
}

/** OpenAI counts what was read from the cache as input too. */
function tokensOf(input: number, output: number, cached = 0): NonNullable<Answer['tokens']> {
  return { input: input - cached, cache_read: cached, output };
}

function tell(scope: Scope, calls: Map<string, Scope>, { model, text, calls: asked, tokens }: Answer): void {
  for (const { id, name, input } of asked) calls.set(id, scope.startScope({ type: name, tool: name, payload: JSON.parse(input) as unknown }));
  scope.end(text, { model, ...(tokens && { tokens }) });
}

async function tellStream(scope: Scope, calls: Map<string, Scope>, type: string, response: Response): Promise<void> {
  const events = Stream.fromSSEResponse<ResponseStreamEvent>(response, new AbortController());
  try {
    if (type !== 'responses') return tell(scope, calls, answerOf(await ChatCompletionStream.fromReadableStream(events.toReadableStream()).finalChatCompletion()));
    for await (const event of events) {
      if (event.type === 'response.completed' || event.type === 'response.incomplete') return tell(scope, calls, answerOf(event.response));
      if (event.type === 'response.failed') return scope.fail(event.response.error?.message);
    }
    scope.fail('The stream ended before the response did.');
  } catch (error) {
    scope.fail(error);
  }
}

/** The same answer, which does not end before all of it was told: whoever closes the logger right after it would cut the telling short. */
function untilTold(response: Response, told: Promise<void>): Response {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* response.body!;
    } finally {
      await told;
    }
  };
  return new Response(ReadableStream.from(body()), response);
}

function endCall(calls: Map<string, Scope>, item: ResponseInputItem | ChatCompletionMessageParam): void {
  const [id, output] =
    'role' in item && item.role === 'tool' ? [item.tool_call_id, item.content] : 'type' in item && item.type === 'function_call_output' ? [item.call_id, item.output] : [];
  if (!id) return;
  calls.get(id)?.end(output);
  calls.delete(id);
}

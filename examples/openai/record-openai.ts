import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import type {
  Response as ModelResponse,
  ResponseInputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { Stream } from 'openai/streaming';
import type { EventLogger, LogEvent, Scope } from 'stemma';

/**
 * A `fetch` for an OpenAI client: every request to the model, by Chat Completions or by Responses, is a scope that
 * ends with its model and its tokens, and the function calls the model asks for are scopes below it, which end when
 * their outputs are sent back. A retry is a request of its own.
 *
 *     const client = new OpenAI({ fetch: recordOpenAI(logger) });
 *
 * `calls` has the scope of each call by its id, for whoever runs the function: `calls.get(call.id)?.run(…)`. A stream of Chat Completions tells tokens
 * only to those who ask for them: `stream_options: { include_usage: true }`.
 */
export function recordOpenAI(logger: EventLogger, calls = new Map<string, Scope>()): typeof fetch {
  return async (address, init) => {
    const [type] =
      /chat\/completions$|responses$/.exec(new URL(address instanceof Request ? address.url : address).pathname) ?? [];
    if (!type || typeof init?.body !== 'string') return await fetch(address, init);
    const { model, stream, messages, input = messages } = JSON.parse(init.body) as Asked;
    const items = typeof input === 'string' ? [] : (input ?? []);
    for (const item of items) endCall(calls, item);
    const scope = logger.startScope({
      type,
      payload: { model, said: typeof input === 'string' ? input : items.at(-1) },
    });
    try {
      const response = await scope.run(() => fetch(address, init));
      if (!response.ok) scope.fail(`${response.status} ${await response.clone().text()}`);
      else if (stream)
        return new Response(ReadableStream.from(overheard(scope, calls, type, response.body!)), response);
      else await tell(scope, calls, response.clone().json() as Promise<ChatCompletion | ModelResponse>);
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
      text: output
        .flatMap((item) =>
          item.type === 'message'
            ? item.content.map((part) => (part.type === 'output_text' ? part.text : part.refusal))
            : [],
        )
        .join('\n'),
      calls: output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name, input: item.arguments }] : [],
      ),
      ...(usage && {
        tokens: tokensOf(usage.input_tokens, usage.output_tokens, usage.input_tokens_details?.cached_tokens),
      }),
    };
  }
  const { model, choices, usage } = answer;
  const message = choices[0]?.message;
  return {
    model,
    text: message?.content ?? '',
    calls: (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? [{ id: call.id, name: call.function.name, input: call.function.arguments }] : [],
    ),
    ...(usage && {
      tokens: tokensOf(usage.prompt_tokens, usage.completion_tokens, usage.prompt_tokens_details?.cached_tokens),
    }),
  };
}

/** OpenAI counts what was read from the cache as input too. */
function tokensOf(input: number, output: number, cached = 0): NonNullable<Answer['tokens']> {
  return { input: input - cached, cache_read: cached, output };
}

/** Never rejects: what cannot be told must not cost anybody the answer. */
async function tell(
  scope: Scope,
  calls: Map<string, Scope>,
  answer: Promise<ChatCompletion | ModelResponse>,
): Promise<void> {
  try {
    const { model, text, calls: asked, tokens } = answerOf(await answer);
    for (const { id, name, input } of asked)
      calls.set(id, scope.startScope({ type: name, tool: name, payload: fromJson(input) }));
    scope.end(text, { model, ...(tokens && { tokens }) });
  } catch (error) {
    scope.fail(error);
  }
}

/** The same stream. What it said is told before its end goes on; one that breaks off, by either side, has failed. */
async function* overheard(
  scope: Scope,
  calls: Map<string, Scope>,
  type: string,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const heard: Uint8Array[] = [];
  const tellAll = () => tell(scope, calls, wholeOf(type, new Response(Buffer.concat(heard))));
  try {
    for await (const chunk of body) {
      heard.push(chunk);
      // The client does not listen any further.
      if (Buffer.from(chunk).includes('data: [DONE]')) await tellAll();
      yield chunk;
    }
    if (!scope.isOver) await tellAll();
  } catch (error) {
    scope.fail(error);
    throw error;
  } finally {
    // Of the ends of a scope only the first counts.
    scope.fail('The stream was broken off.');
  }
}

async function wholeOf(type: string, response: Response): Promise<ChatCompletion | ModelResponse> {
  const events = Stream.fromSSEResponse<ResponseStreamEvent>(response, new AbortController());
  if (type !== 'responses')
    return await ChatCompletionStream.fromReadableStream(events.toReadableStream()).finalChatCompletion();
  for await (const event of events) {
    if (event.type === 'response.completed' || event.type === 'response.incomplete') return event.response;
    if (event.type === 'response.failed') throw new Error(event.response.error?.message);
  }
  throw new Error('The stream ended before the response did.');
}

/** Models do not always write JSON. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function endCall(calls: Map<string, Scope>, item: ResponseInputItem | ChatCompletionMessageParam): void {
  const [id, output] =
    'role' in item && item.role === 'tool'
      ? [item.tool_call_id, item.content]
      : 'type' in item && item.type === 'function_call_output'
        ? [item.call_id, item.output]
        : [];
  if (!id) return;
  calls.get(id)?.end(output);
  calls.delete(id);
}

import type { Middleware } from '@anthropic-ai/sdk';
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import type { EventLogger, Scope } from 'stemma';

/**
 * Middleware for an Anthropic client: every request to the model is a scope that ends with its model and its tokens, and the tool calls the model asks
 * for are scopes below it, which end when their results are sent back. A retry is a request of its own.
 *
 *     const client = new Anthropic({ middleware: [recordAnthropic(logger)] });
 *
 * `calls` has the scope of each call by its id, for whoever runs the tool: `calls.get(block.id)?.run(…)`.
 */
export function recordAnthropic(logger: EventLogger, calls = new Map<string, Scope>()): Middleware {
  return async (request, next, { options, parse }) => {
    if (!options || !/\/messages(?:\?|$)/.test(options.path)) return await next(request);
    const { model, messages } = options.body as { model: string; messages: MessageParam[] };
    endCalls(calls, messages);
    const scope = logger.startScope({ type: 'messages.create', payload: { model, said: messages.at(-1) } });
    try {
      const response = await scope.run(() => next(request));
      if (!response.ok) scope.fail(`${response.status} ${JSON.stringify(await parse(response))}`);
      else if (options.stream) return untilTold(response, tellStream(scope, calls, await parse(response)));
      else tell(scope, calls, await parse(response));
      return response;
    } catch (error) {
      scope.fail(error);
      throw error;
    }
  };
}

function tell(scope: Scope, calls: Map<string, Scope>, { content, model, usage }: Message): void {
  for (const block of content) {
    if (block.type === 'tool_use') calls.set(block.id, scope.startScope({ type: block.name, tool: block.name, payload: block.input }));
  }
  const said = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const tokens = { input: usage.input_tokens, output: usage.output_tokens, cache_read: usage.cache_read_input_tokens ?? 0, cache_write: usage.cache_creation_input_tokens ?? 0 };
  scope.end(said, { model, tokens });
}

async function tellStream(scope: Scope, calls: Map<string, Scope>, events: Stream<unknown>): Promise<void> {
  try {
    tell(scope, calls, await MessageStream.fromReadableStream(events.toReadableStream()).finalMessage());
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

function endCalls(calls: Map<string, Scope>, messages: readonly MessageParam[]): void {
  for (const block of messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))) {
    if (block.type !== 'tool_result') continue;
    if (block.is_error) calls.get(block.tool_use_id)?.fail(block.content);
    else calls.get(block.tool_use_id)?.end(block.content);
    calls.delete(block.tool_use_id);
  }
}

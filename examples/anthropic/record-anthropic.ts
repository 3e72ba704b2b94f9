import type { Middleware } from '@anthropic-ai/sdk';
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { Stream } from '@anthropic-ai/sdk/streaming';
import type { EventLogger, Scope } from 'stemma';

/**
 * Middleware for an Anthropic client: every request to the model is a scope that ends with its model and its tokens,
 * and the tool calls the model asks for are scopes below it, which end when their results are sent back. A retry is a
 * request of its own.
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
      else if (options.stream)
        return new Response(ReadableStream.from(overheard(scope, calls, response.body!)), response);
      else await tell(scope, calls, parse<Message>(response));
      return response;
    } catch (error) {
      scope.fail(error);
      throw error;
    }
  };
}

/** Never rejects: what cannot be told must not cost anybody the answer. */
async function tell(scope: Scope, calls: Map<string, Scope>, answer: Promise<Message>): Promise<void> {
  try {
    const { content, model, usage } = await answer;
    for (const block of content) {
      if (block.type === 'tool_use')
        calls.set(block.id, scope.startScope({ type: block.name, tool: block.name, payload: block.input }));
    }
    const said = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const tokens = {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cache_read: usage.cache_read_input_tokens ?? 0,
      cache_write: usage.cache_creation_input_tokens ?? 0,
    };
    scope.end(said, { model, tokens });
  } catch (error) {
    scope.fail(error);
  }
}

/** The same stream. What it said is told before its end goes on; one that breaks off, by either side, has failed. */
async function* overheard(
  scope: Scope,
  calls: Map<string, Scope>,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const heard: Uint8Array[] = [];
  try {
    for await (const chunk of body) {
      heard.push(chunk);
      yield chunk;
    }
    const events = Stream.fromSSEResponse(new Response(Buffer.concat(heard)), new AbortController());
    await tell(scope, calls, MessageStream.fromReadableStream(events.toReadableStream()).finalMessage());
  } catch (error) {
    scope.fail(error);
    throw error;
  } finally {
    // Of the ends of a scope only the first counts.
    scope.fail('The stream was broken off.');
  }
}

function endCalls(calls: Map<string, Scope>, messages: readonly MessageParam[]): void {
  for (const block of messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))) {
    if (block.type !== 'tool_result') continue;
    if (block.is_error) calls.get(block.tool_use_id)?.fail(block.content);
    else calls.get(block.tool_use_id)?.end(block.content);
    calls.delete(block.tool_use_id);
  }
}

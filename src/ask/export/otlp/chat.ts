import type { EventId } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import { textOf } from '../../event/payload.ts';
import type { Replayed } from '../../replay/replay.ts';
import { providerOf } from './provider-of.ts';
import { attributesOf, chatSpanId, cut, nanoseconds, spanKinds, type Span } from './span.ts';

/** One answer of the model: what it thought, said and called. It began when what came before had ended. */
export class Chat {
  readonly #session: Session;
  readonly #first: EventId;
  readonly #start: number;
  readonly #parts: object[] = [];
  #end: number;
  #model: string | null;
  #said: string | undefined;
  #tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  #usd: number | undefined;
  isCounted = false;
  /** Of its last event. */
  seq = 0;

  constructor(session: Session, first: EventId, start: number) {
    this.#session = session;
    this.#first = first;
    this.#start = start;
    this.#end = start;
    this.#model = session.model;
  }

  add({ event, content }: Replayed, at: number): void {
    this.#end = Math.max(this.#end, at);
    this.seq = event.seq;
    if (event.tokens !== null) {
      const { input, output, cache_read, cache_write } = event.tokens;
      this.isCounted = true;
      this.#tokens = {
        input: input + cache_read + cache_write,
        output,
        cacheRead: cache_read,
        cacheWrite: cache_write,
      };
      this.#model = event.model ?? this.#model;
    }
    this.#usd = event.usd ?? this.#usd;
    const text = cut(content ? textOf(content) : event.summary);
    if (event.kind === 'assistant_msg') {
      this.#said = text;
      this.#parts.push({ type: 'text', content: text });
    } else if (event.kind === 'thinking') this.#parts.push({ type: 'reasoning', content: text });
    else this.#parts.push({ type: 'tool_call', id: event.native_id, name: event.tool });
  }

  span({
    prompt,
    hasContent,
    ...around
  }: Pick<Span, 'traceId' | 'parentSpanId'> & {
    readonly prompt: string | undefined;
    readonly hasContent: boolean;
  }): Span {
    const model = this.#model;
    const { input, output, cacheRead, cacheWrite } = this.#tokens;
    return {
      ...around,
      spanId: chatSpanId(this.#first),
      name: model === null ? 'chat' : `chat ${model}`,
      kind: spanKinds.client,
      startTimeUnixNano: nanoseconds(this.#start),
      endTimeUnixNano: nanoseconds(this.#end),
      attributes: attributesOf({
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': model === null ? undefined : providerOf(model),
        'gen_ai.request.model': model,
        'gen_ai.response.model': model,
        'gen_ai.conversation.id': this.#session.uid,
        'openinference.span.kind': 'LLM',
        'session.id': this.#session.uid,
        'llm.model_name': model,
        'stemma.event': this.#first,
        ...(this.isCounted && {
          'gen_ai.usage.input_tokens': input,
          'gen_ai.usage.output_tokens': output,
          'gen_ai.usage.cache_read.input_tokens': cacheRead,
          'gen_ai.usage.cache_creation.input_tokens': cacheWrite,
          'llm.token_count.prompt': input,
          'llm.token_count.completion': output,
          'llm.token_count.total': input + output,
          'llm.token_count.prompt_details.cache_read': cacheRead,
          'llm.token_count.prompt_details.cache_write': cacheWrite,
        }),
        'stemma.usd': this.#usd,
        ...(hasContent && {
          'gen_ai.input.messages':
            prompt === undefined
              ? undefined
              : JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: prompt }] }]),
          'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: this.#parts }]),
          'input.value': prompt,
          'output.value': this.#said ?? JSON.stringify(this.#parts),
        }),
      }),
    };
  }
}

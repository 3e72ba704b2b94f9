import type { Tool } from '../scenarios/script.ts';
import { inPieces, openEvents, sendJson } from './send.ts';
import { namesOf, textIn, thing, things } from './wire.ts';
import type { Reply, Wire } from './wire.ts';

/** OpenAI's Responses. */
export const responses: Wire = {
  name: 'responses',
  speaks: (path) => path.endsWith('/responses'),

  read(body) {
    const input =
      typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : things(body['input']);
    return {
      tools: namesOf(body['tools']),
      said: input.filter((item) => item['role'] === 'user').map((item) => textIn(item['content'])),
      results: input
        .filter((item) => String(item['type']).endsWith('call_output'))
        .map((item) => ({ call: String(item['call_id']), text: textIn(item['output']) })),
      schema: thing(thing(body['text'])['format'])['schema'],
    };
  },

  answer({ response, body }, reply) {
    const output = itemsOf(reply);
    const head = {
      id: `resp_${reply.id}`,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      model: body['model'],
    };
    const usage = {
      input_tokens: reply.tokens.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: reply.tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.tokens.input + reply.tokens.output,
    };
    const whole = { ...head, status: 'completed', output, usage };
    if (!body['stream']) return sendJson(response, whole);
    const send = openEvents(response);
    let sequence_number = 0;
    const emit = (type: string, data: object) => send({ type, sequence_number: sequence_number++, ...data }, type);
    emit('response.created', { response: { ...head, status: 'in_progress', output: [], usage: null } });
    for (const [output_index, item] of output.entries()) {
      emit('response.output_item.added', { output_index, item: begun(item) });
      for (const [type, data] of growth(item)) emit(type, { output_index, item_id: item.id, ...data });
      emit('response.output_item.done', { output_index, item });
    }
    emit('response.completed', { response: whole });
    response.end();
  },
};

type Item = { readonly id: string } & (
  | {
      readonly type: 'reasoning';
      readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
      readonly encrypted_content: string;
    }
  | {
      readonly type: 'message';
      readonly role: 'assistant';
      readonly status: string;
      readonly content: readonly { readonly type: 'output_text'; readonly text: string }[];
    }
  | {
      readonly type: 'function_call';
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: string;
    }
  | {
      readonly type: 'custom_tool_call';
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
      readonly status: string;
    }
);

function itemsOf({ id, thinking, text, calls }: Reply): readonly Item[] {
  const items: Item[] = [];
  const status = 'completed';
  if (thinking) {
    items.push({
      type: 'reasoning',
      id: `rs_${id}`,
      summary: [{ type: 'summary_text', text: thinking }],
      encrypted_content: Buffer.from(thinking).toString('base64'),
    });
  }
  if (text)
    items.push({
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      status,
      content: [{ type: 'output_text', text }],
    });
  for (const call of calls) items.push(callItem(call));
  return items;
}

function callItem(call: Tool & { readonly id: string }): Item {
  const [name, namespace] = call.name.split('.').reverse();
  const named = { call_id: call.id, name: name!, ...(namespace ? { namespace } : {}), status: 'completed' };
  return 'args' in call
    ? { type: 'function_call', id: `fc_${call.id}`, ...named, arguments: JSON.stringify(call.args) }
    : { type: 'custom_tool_call', id: `ctc_${call.id}`, ...named, input: call.text };
}

function begun(item: Item): Item {
  switch (item.type) {
    case 'reasoning':
      return { ...item, summary: [] };
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' };
  }
}

function growth(item: Item): readonly (readonly [string, object])[] {
  switch (item.type) {
    case 'reasoning': {
      const part = item.summary[0]!;
      const at = { summary_index: 0 };
      return [
        ['response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } }],
        ...inPieces(part.text).map((delta) => ['response.reasoning_summary_text.delta', { ...at, delta }] as const),
        ['response.reasoning_summary_text.done', { ...at, text: part.text }],
        ['response.reasoning_summary_part.done', { ...at, part }],
      ];
    }
    case 'message': {
      const part = item.content[0]!;
      const at = { content_index: 0 };
      return [
        ['response.content_part.added', { ...at, part: { ...part, text: '' } }],
        ...inPieces(part.text).map((delta) => ['response.output_text.delta', { ...at, delta }] as const),
        ['response.output_text.done', { ...at, text: part.text }],
        ['response.content_part.done', { ...at, part }],
      ];
    }
    case 'function_call':
      return [
        ...inPieces(item.arguments).map((delta) => ['response.function_call_arguments.delta', { delta }] as const),
        ['response.function_call_arguments.done', { arguments: item.arguments }],
      ];
    case 'custom_tool_call':
      return inPieces(item.input).map((delta) => ['response.custom_tool_call_input.delta', { delta }]);
  }
}

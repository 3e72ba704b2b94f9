import { inPieces, openEvents, sendJson } from './send.ts';
import { namesOf, textIn, things } from './wire.ts';
import type { Body, Reply, Wire } from './wire.ts';

/** Anthropic's Messages. */
export const anthropic: Wire = {
  name: 'anthropic',
  speaks: (path) => path.endsWith('/messages'),

  read(body) {
    const parts = things(body['messages'])
      .filter(({ role }) => role === 'user')
      .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : things(content)));
    return {
      tools: namesOf(body['tools']),
      said: parts.filter(({ type }) => type === 'text').map(textIn),
      results: parts
        .filter(({ type }) => type === 'tool_result')
        .map((part) => ({ call: String(part['tool_use_id']), text: textIn(part['content']) })),
    };
  },

  answer({ response, body }, reply) {
    const message = messageOf(body, reply);
    if (!body['stream']) return sendJson(response, message);
    const send = openEvents(response);
    const emit = (type: string, data: object) => send({ type, ...data }, type);
    emit('message_start', { message: { ...message, content: [], stop_reason: null } });
    for (const [index, block] of message.content.entries()) {
      const { start, deltas } = streamed(block);
      emit('content_block_start', { index, content_block: start });
      for (const delta of deltas) emit('content_block_delta', { index, delta });
      emit('content_block_stop', { index });
    }
    emit('message_delta', { delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage });
    emit('message_stop', {});
    response.end();
  },
};

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

function messageOf(body: Body, { id, thinking, text, calls, tokens }: Reply) {
  const content: Block[] = [];
  if (thinking) content.push({ type: 'thinking', thinking, signature: Buffer.from(id).toString('base64') });
  if (text) content.push({ type: 'text', text });
  for (const call of calls)
    content.push({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: 'args' in call ? call.args : { text: call.text },
    });
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content,
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: tokens.input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: tokens.output,
    },
  };
}

function streamed(block: Block): { start: Block; deltas: readonly object[] } {
  switch (block.type) {
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...inPieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'text':
      return {
        start: { ...block, text: '' },
        deltas: inPieces(block.text).map((text) => ({ type: 'text_delta', text })),
      };
    case 'tool_use':
      return {
        start: { ...block, input: {} },
        deltas: inPieces(JSON.stringify(block.input)).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      };
  }
}

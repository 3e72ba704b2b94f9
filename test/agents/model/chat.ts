import { inPieces, openEvents, sendJson } from './send.ts';
import { namesOf, textIn, thing, things } from './wire.ts';
import type { Wire } from './wire.ts';

/** OpenAI's Chat Completions, which most other servers speak too. */
export const chat: Wire = {
  name: 'chat',
  speaks: (path) => path.endsWith('/chat/completions'),

  read(body) {
    const messages = things(body['messages']);
    return {
      tools: namesOf(body['tools']),
      said: messages.filter(({ role }) => role === 'user').map(({ content }) => textIn(content)),
      results: messages
        .filter(({ role }) => role === 'tool')
        .map((message) => ({ call: String(message['tool_call_id']), text: textIn(message['content']) })),
      schema: thing(thing(body['response_format'])['json_schema'])['schema'],
    };
  },

  answer({ response, body }, { id, thinking, text, calls, tokens }) {
    const toolCalls = calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify('args' in call ? call.args : { text: call.text }) },
    }));
    const finish = calls.length > 0 ? 'tool_calls' : 'stop';
    const usage = {
      prompt_tokens: tokens.input,
      completion_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
    };
    const head = { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model: body['model'] };
    if (!body['stream']) {
      const message = {
        role: 'assistant',
        content: text ?? null,
        ...(thinking ? { reasoning_content: thinking } : {}),
        ...(calls.length > 0 ? { tool_calls: toolCalls } : {}),
      };
      return sendJson(response, {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      });
    }
    const send = openEvents(response);
    const chunk = (choices: readonly object[], rest = {}) =>
      send({ ...head, object: 'chat.completion.chunk', choices, ...rest });
    const delta = (piece: object) => chunk([{ index: 0, delta: piece, finish_reason: null }]);
    delta({ role: 'assistant', content: '' });
    for (const piece of inPieces(thinking ?? '')) delta({ reasoning_content: piece });
    for (const piece of inPieces(text ?? '')) delta({ content: piece });
    for (const [index, { function: called, ...call }] of toolCalls.entries()) {
      delta({ tool_calls: [{ index, ...call, function: { name: called.name, arguments: '' } }] });
      for (const piece of inPieces(called.arguments))
        delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
    chunk([{ index: 0, delta: {}, finish_reason: finish }]);
    chunk([], { usage });
    send('[DONE]');
    response.end();
  },
};

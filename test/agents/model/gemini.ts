import { openEvents, sendJson } from './send.ts';
import { namesOf, textIn, thing, things } from './wire.ts';
import type { Reply, Wire } from './wire.ts';

/**
 * Gemini's generateContent and streamGenerateContent. Calls carry no ids, as they did for years: the agent makes its
 * own.
 */
export const gemini: Wire = {
  name: 'gemini',
  speaks: (path) => /:(stream)?generateContent$/i.test(path),

  read(body) {
    const parts = things(body['contents'])
      .filter(({ role }) => role === 'user')
      .flatMap((content) => things(content['parts']));
    const config = thing(body['generationConfig']);
    return {
      tools: things(body['tools']).flatMap((tool) => namesOf(tool['functionDeclarations'])),
      said: parts.filter(({ text }) => typeof text === 'string').map(textIn),
      results: parts
        .filter((part) => 'functionResponse' in part)
        .map((part) => ({ text: responseText(thing(part['functionResponse'])['response']) })),
      schema: config['responseJsonSchema'] ?? config['responseSchema'],
    };
  },

  answer({ response, url }, reply) {
    const parts = partsOf(reply);
    const { input, output } = reply.tokens;
    const rest = {
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
      modelVersion: /models\/([^:]+)/.exec(url.pathname)?.[1],
      responseId: reply.id,
    };
    const said = (some: readonly object[], isLast: boolean) => ({
      candidates: [{ index: 0, content: { role: 'model', parts: some }, ...(isLast ? { finishReason: 'STOP' } : {}) }],
      ...rest,
    });
    if (!/:stream/.test(url.pathname)) return sendJson(response, said(parts, true));
    if (url.searchParams.get('alt') !== 'sse') return sendJson(response, [said(parts, true)]);
    const send = openEvents(response);
    for (const [index, part] of parts.entries()) send(said([part], index === parts.length - 1));
    response.end();
  },
};

function partsOf({ id, thinking, text, calls }: Reply): readonly object[] {
  const thoughtSignature = Buffer.from(id).toString('base64');
  return [
    ...(thinking ? [{ text: thinking, thought: true }] : []),
    ...(text ? [{ text }] : []),
    // Only the first call of a response is signed; without the signature the agent refuses to go on.
    ...calls.map((call, index) => ({
      functionCall: { name: call.name, args: 'args' in call ? call.args : { text: call.text } },
      ...(index === 0 ? { thoughtSignature } : {}),
    })),
  ];
}

function responseText(response: unknown): string {
  const { output, error } = thing(response);
  return textIn(output ?? error ?? '') || JSON.stringify(response);
}

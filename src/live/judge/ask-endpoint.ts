import { StemmaError } from '../../model/stemma-error.ts';
import { isObject } from '../../platform/parse-records.ts';
import { redact } from '../../platform/redact.ts';
import type { AskOptions } from './judge.ts';

interface Endpoint {
  /** As far as `/v1`, or the whole address of its chat completions. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
}

/** Asks an endpoint with OpenAI's chat completions. */
export async function askEndpoint(
  endpoint: Endpoint,
  question: string,
  { signal, timeoutMs }: AskOptions,
): Promise<string> {
  const { url, model, key } = endpoint;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(addressOf(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: question }] }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    if (!response.ok) throw failed(url, `It answered ${response.status}: ${redact(text).slice(0, 200)}`);
    return contentOf(text) ?? text;
  } catch (error) {
    if (error instanceof StemmaError) throw error;
    if (signal?.aborted)
      throw new StemmaError('interrupted', 'Stopped before the session was judged.', {
        hint: 'Nothing was kept; an earlier judgement stays.',
      });
    if (timeout.aborted) throw failed(url, `It gave no answer within ${Math.round(timeoutMs / 1000)} s.`);
    throw failed(url, `It cannot be reached (${reasonOf(error)}).`, error);
  }
}

function addressOf(url: string): string {
  const address = new URL(url);
  if (!address.pathname.endsWith('/chat/completions'))
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/chat/completions`;
  return address.href;
}

function contentOf(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const choices = isObject(answer) ? answer['choices'] : undefined;
    const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
    const message = isObject(first) ? first['message'] : undefined;
    const content = isObject(message) ? message['content'] : undefined;
    return typeof content === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
}

function failed(url: string, what: string, cause?: unknown): StemmaError {
  return new StemmaError('judge-failed', `The endpoint ${redact(url)} did not judge. ${what}`, {
    hint: 'Look at the address, --model, and the environment variable with its key (--key-variable).',
    cause,
  });
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}

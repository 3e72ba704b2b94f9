import { isObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';

/**
 * What an answer in JSON says went wrong, though whoever passed it on succeeded: `{"error": …}`, `success: false`, a
 * JSON-RPC error, the body of an HTTP error, a tool's result with `isError`. Undefined when it is no such answer.
 */
export function errorReply(body: string): string | undefined {
  if (body.length > longest) return undefined;
  const text = body.trim();
  if (!text.startsWith('{') && !/^\{"/m.test(text)) return undefined;
  const whole = parsed(text);
  if (whole !== undefined) return errorIn(whole, 0);
  // A server's answer among what it logs; many objects in a row are a log of their own.
  const answers = text.split('\n', maxLines).filter((line) => line.startsWith('{"'));
  return answers.length > maxAnswers ? undefined : errorIn(parsed(answers[0] ?? ''), 0);
}

/** The message of a failed reply, whole or with something printed behind it; undefined when it has none. */
export function messageIn(line: string): string | undefined {
  return errorIn(parsed(line), 0) ?? /"(?:message|error|detail)": ?"((?:[^"\\]|\\.)+)"/.exec(line)?.[1];
}

const longest = 20_000;
const maxLines = 40;
const maxAnswers = 3;

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function errorIn(value: unknown, depth: number): string | undefined {
  if (!isObject(value) || depth > 2) return undefined;
  const { error, errors, result } = value;
  if (typeof error === 'string' && error.trim() !== '') return error;
  if (isObject(error) && Object.keys(error).length > 0) return messageOf(error) ?? JSON.stringify(error);
  if (error === true || value['success'] === false || value['ok'] === false || value['isError'] === true)
    return messageOf(value) ?? textOf(value) ?? 'success: false';
  if (Array.isArray(errors) && errors.length > 0 && !isObject(value['data']))
    return messageOf(errors[0]) ?? (typeof errors[0] === 'string' ? errors[0] : undefined);
  if (isHttpError(value)) return messageOf(value);
  const text = textOf(value);
  if (text !== undefined && reported.test(text)) return text;
  return errorIn(result, depth + 1);
}

/** `{"statusCode": 404, "message": …}`, `{"message": …, "status": "404"}`, `{"detail": "Not Found"}` alone. */
function isHttpError(value: Readonly<Record<string, unknown>>): boolean {
  const status = value['status'] ?? value['statusCode'] ?? value['code'];
  if (status === 'error' || status === 'failed' || status === 'failure') return messageOf(value) !== undefined;
  const code = Number(status);
  if (code >= 400 && code < 600) return messageOf(value) !== undefined;
  return typeof value['detail'] === 'string' && Object.keys(value).length === 1;
}

function messageOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  for (const field of ['message', 'error', 'detail', 'error_description', 'reason', 'title', 'msg', 'stderr']) {
    const text = value[field];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** The text of a tool's result: `{"content": [{"type": "text", "text": …}]}`. */
function textOf({ content }: Readonly<Record<string, unknown>>): string | undefined {
  const first: unknown = Array.isArray(content)
    ? content.findLast((each) => isObject(each) && 'text' in each)
    : undefined;
  const text = isObject(first) ? first['text'] : undefined;
  if (typeof text !== 'string' || text.length > 2000) return undefined;
  return text.split('\n').find((line) => reported.test(line)) ?? text.split('\n', 1)[0];
}
const reported = /^(?:[❌✖✗⛔⏰⏱]|(?:Error|Failed|Failure)\b|\S* ?Command timed out)/u;

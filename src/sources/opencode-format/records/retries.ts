import { name, time } from '../../../platform/parse-records.ts';
import type { OpenCodeContext } from './memory.ts';

/** Longer than any useful message of an API. */
const longestText = 2_000;

/** A line of the log. A failed request is emitted when it is retried: if it is not, the response has the error. */
export function logged(context: OpenCodeContext, line: string): void {
  const { memory } = context;
  // The titles of sessions are made by a small model, on the side.
  if (line.includes(' small=true ')) return;
  switch (/ message=(\w+|"[^"]*")/.exec(line)?.[1]) {
    case 'process':
      delete memory.request;
      return;
    case 'stream': {
      const { failed, attempt = 0 } = memory.request ?? {};
      memory.request = { attempt };
      if (!failed) return;
      const what = { is: 'failure', type: 'api_retry', text: `${failed.text} (attempt ${attempt})` } as const;
      context.emit(failed.at === undefined ? `retry@${line.slice(0, 64)}` : `retry@${failed.at}`, what, {
        at: failed.at,
        role: 'system',
      });
      return;
    }
    case '"stream error"': {
      const at = time(name(/^timestamp=(\S+)/.exec(line)?.[1]));
      const reason = / error\.error="((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? 'The request to the model failed';
      const text = reason
        .replaceAll('\\"', '"')
        .replace(/^\w*Error: /, '')
        .slice(0, longestText);
      memory.request = {
        attempt: (memory.request?.attempt ?? 0) + 1,
        failed: { text, ...(at !== undefined && { at }) },
      };
      return;
    }
    default:
  }
}

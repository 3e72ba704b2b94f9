import type { Tokens } from '../../model/event.ts';
import { name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf, patchOf } from '../reader/draft-of.ts';
import { readingOf, readJsonLine } from '../reader/json-lines.ts';
import { usageText } from '../reader/usage-text.ts';
import type { Identity, Peek, Reader } from '../source.ts';

/**
 * `<session id>.settings.json`, rewritten after every response: the only record of a session's usage, and only in
 * total.
 */
export function isSums({ head }: Peek): boolean {
  return /^\s*\{\s*"(?!type")/.test(head) && /"assistantActiveTimeMs"\s*:/.test(head) && /"tokenUsage"\s*:/.test(head);
}

/** One event, which grows. What sub-agents used is in their own sums. */
export function sumsReader({ session }: Identity): Reader {
  return {
    line: (line) =>
      readJsonLine(line, (settings) => {
        const tokens = tokensOf(object(settings['tokenUsage']));
        const usage = { role: 'system', tokens, fuller: true } as const;
        const drafts = tokens
          ? [draftOf(session, 'usage', { is: 'lifecycle', type: 'usage', text: usageText(tokens) }, usage)]
          : [];
        return readingOf({ drafts, sessions: patchOf(session, { model: name(settings['model']) }) });
      }),
    state: () => null,
  };
}

/** droid counts neither the cached part as input nor thoughts as output. */
function tokensOf(usage: JsonObject): Tokens | undefined {
  const count = (field: string) => Math.max(0, number(usage[field]) ?? 0);
  const tokens = {
    input: count('inputTokens'),
    output: count('outputTokens') + count('thinkingTokens'),
    cache_read: count('cacheReadTokens'),
    cache_write: count('cacheCreationTokens'),
  };
  return tokens.input + tokens.output + tokens.cache_read + tokens.cache_write === 0 ? undefined : tokens;
}

import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Tokens } from '../../model/event.ts';
import { list, name, number, object, text } from '../../platform/parse-records.ts';
import { flavor } from './identity.ts';

/** Content is a text, or parts of which some are texts. */
export function readable(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => {
      const words = text(object(part)['text']);
      const type = name(object(part)['type']);
      return words ?? (type === undefined || type === 'think' ? '' : `[${type.replace(/_url$/, '')}]`);
    })
    .filter((words) => words !== '')
    .join('\n');
}

/** `Command failed with exit code: 1.` is how its shell states it. */
export function exitCodeIn(words: string): number | undefined {
  const found = /Command failed with exit code: (\d{1,3})\./.exec(words.slice(-300))?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Sub-agents of sub-agents are agents of the same session. */
export function childOf(session: SessionUid, agent: string): SessionUid {
  const root = session.slice(session.indexOf(':') + 1).split('/', 1)[0]!;
  return sessionUid(flavor, `${root}/${agent}`);
}

/** Both write the same four counts under other names. */
export function tokensOf(usage: unknown): Tokens | undefined {
  const used = object(usage);
  const count = (...fields: readonly string[]) =>
    Math.max(0, fields.map((field) => number(used[field])).find((value) => value !== undefined) ?? 0);
  const tokens = {
    input: count('inputOther', 'input_other'),
    output: count('output'),
    cache_read: count('inputCacheRead', 'input_cache_read'),
    cache_write: count('inputCacheCreation', 'input_cache_creation'),
  };
  return Object.values(tokens).some((value) => value > 0) ? tokens : undefined;
}

import { sessionUid } from '../model/ids.ts';
import type { Draft, What } from '../model/draft.ts';
import { object, parseRecords, text, time } from '../platform/parse-records.ts';
import type { JsonObject } from '../platform/parse-records.ts';
import type { Source } from '../sources/source.ts';

/**
 * An invented agent, for tests and as the smallest example of a source. Every line is `{t, id, at, …}`; see `whatOf`.
 */
export const quill: Source = {
  name: 'quill',
  flavor: 'quill',
  title: 'Quill',
  gives: { times: true },

  async *discover() {},
  matches: ({ head }) => head.startsWith('{"t":'),
  identify: ({ path }) => ({ session: sessionUid('quill', path.split('/').at(-1)!.replace('.jsonl', '')) }),

  reader: ({ session }) => ({
    line({ text: line }) {
      const parsed = parseRecords(line);
      if (!parsed.ok) return { disposition: 'issue', reason: parsed.reason };
      const record = parsed.records[0]!;
      const what = whatOf(record);
      if (!what) return { disposition: 'raw', unknown: { kind: text(record['t']) ?? '?' } };
      const at = time(record['at']);
      const draft: Draft = { session, key: text(record['id']) ?? '', ...(at === undefined ? {} : { at }), what };
      return { disposition: 'mapped', drafts: [draft] };
    },
    state: () => null,
  }),
};

function whatOf(record: JsonObject): What | undefined {
  const words = text(record['text']) ?? '';
  switch (record['t']) {
    case 'prompt':
      return { is: 'prompt', text: words, origin: 'human' };
    case 'say':
      return { is: 'message', text: words };
    case 'think':
      return { is: 'thinking', text: words };
    case 'call':
      return { is: 'call', tool: text(record['tool']) ?? '', input: object(record['input']) };
    case 'result':
      return { is: 'result', call: text(record['call']) ?? '', output: text(record['output']) ?? '' };
    case 'note':
      return { is: 'lifecycle', text: words, type: text(record['type']) ?? 'note' };
    default:
      return undefined;
  }
}

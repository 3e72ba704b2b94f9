// What it takes to teach stemma another agent.
import { openStemma } from 'stemma';
import { object, sessionUid, text } from 'stemma/source';
import type { Draft, Identity, Reader, Source } from 'stemma/source';
import { same } from '../same.js';

export const quill: Source = {
  name: 'quill',
  flavor: 'quill',
  title: 'Quill',
  gives: {},
  async *discover({ home }) {
    yield `${home}/.quill/session.jsonl`;
  },
  matches: ({ head }) => head.startsWith('{"quill":'),
  identify: ({ path }): Identity => ({ session: sessionUid('quill', path) }),
  reader: (): Reader => {
    throw new Error('Not here.');
  },
};

// @ts-expect-error A source that cannot say which files it matches is none.
export const half: Source = { name: 'half', flavor: 'half', title: 'Half' };

same<ReturnType<typeof text>, string | undefined>(true);
same<
  Draft['what']['is'],
  | 'prompt'
  | 'message'
  | 'thinking'
  | 'call'
  | 'result'
  | 'failure'
  | 'intervention'
  | 'decision'
  | 'lifecycle'
  | 'completion'
>(true);
export const name = (record: unknown): string | undefined => text(object(record)['name']);
export const opened = (): ReturnType<typeof openStemma> => openStemma({ sources: [quill] });

import { expect, test } from 'vitest';
import type { CallEnding } from '../../model/event-facts.ts';
import { sessionUid } from '../../model/ids.ts';
import { SessionStories } from './session-stories.ts';

test('a file with more sessions than are followed at once loses no failure', () => {
  const stories = new SessionStories();
  const sessions = Array.from({ length: 40 }, (_, index) => sessionUid('aider', `session ${index}`));
  for (const session of sessions) {
    const common = { session, parent: undefined, turn: undefined, at: null };
    const operations = [{ does: 'check', kind: 'test', fixes: false, words: ['npm', 'test'], paths: [] }] as const;
    stories.add({ is: 'call', ...common, key: 'call', tool: 'run', summary: '', text: '', operations, marks: [] });
    stories.add({ is: 'result', ...common, key: 'result', call: 'call', failed: true, shown: nothing, ending: failed });
  }
  expect(stories.take().map(({ session }) => session)).toEqual(sessions);
  expect(stories.take()).toEqual([]);
});

const nothing = { hashes: new Int32Array(), words: 0, lines: 0, names: 0, size: 0 };

const failed: CallEnding = {
  ended: 'failed',
  detectedBy: 'exit code',
  reason: 'not ok 3 - adds',
  errorLines: [],
  keyLines: [],
  output: 'not ok 3 - adds',
};

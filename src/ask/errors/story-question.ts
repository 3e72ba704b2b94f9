import { chainName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const story = defineQuestion({
  name: 'story',
  summary: 'Show one failure as a story: attempts, fix, proof',
  input: { chain: chainName },
  positionals: ['chain'],
  output: 'AnyError',
  http: { path: '/api/chains/:chain/story' },
  async run({ read }, { chain: name }) {
    const { story: show } = await import('./story.ts');
    return show(read, name);
  },
});

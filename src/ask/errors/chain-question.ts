import { chainName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const chain = defineQuestion({
  name: 'chain',
  summary: 'Show one failure, what was tried and what fixed it, as it is kept',
  input: { chain: chainName },
  positionals: ['chain'],
  output: 'Chain',
  http: { path: '/api/chains/:chain' },
  async run({ read }, { chain: name }) {
    const { chainNamed } = await import('../similar/subject.ts');
    return chainNamed(read, name);
  },
});

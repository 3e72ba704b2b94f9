import type { HelloAnswer } from '../../../ask/hello/question.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const helloRenderer: QuestionRenderer<HelloAnswer> = {
  examples: [{ line: 'stemma hello world', says: 'greets' }],
  render: ({ greeting, sessions }) => `${greeting}: ${sessions} sessions\n`,
};

import type { HandoffAnswer } from '../../../ask/resume/handoff/handoff.ts';
import type { ResumeAnswer } from '../../../ask/resume/resume.ts';
import { keepHeapSmall } from '../../../platform/keep-heap-small.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const resumeRenderer: QuestionRenderer<ResumeAnswer, { readonly format?: 'md' | 'json' }> = {
  examples: [
    { line: 'stemma resume', says: 'the latest work in this folder' },
    { line: 'stemma resume claude:3f2a --budget 300', says: 'one session, short' },
    { line: 'stemma resume --repo shop --budget 4000', says: 'the latest work in a repository, at length' },
    { line: 'stemma resume claude:3f2a --at ev_7k3m9qa --json', says: 'as it stood then, for a program' },
  ],
  flags: {
    format: { type: 'choice', placeholder: 'FORMAT', choices: ['md', 'json'], summary: 'How to print it (md)' },
  },
  // A session of any length within 100 MB, also from a server.
  prepare: keepHeapSmall,
  render: (answer, _, { flags: { format } }) => `${format === 'json' ? JSON.stringify(answer) : answer.text}\n`,
};

export const handoffRenderer: QuestionRenderer<HandoffAnswer> = {
  examples: [
    { line: 'stemma handoff --to codex', says: 'the latest work in this folder, for Codex' },
    { line: 'codex "$(stemma handoff claude:3f2a --to codex)"', says: 'start it with that' },
    { line: 'stemma handoff claude:3f2a --to aider --budget 600 --json', says: 'for a program' },
  ],
  positionals: ['session'],
  render: ({ text }) => `${text}\n`,
};

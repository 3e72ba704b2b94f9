import { repo, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const resume = defineQuestion({
  name: 'resume',
  summary: 'Pack what you need to know to continue a session',
  input: {
    session: { ...sessionName, summary: 'A session; the latest work in this folder when absent' },
    budget: {
      type: 'integer',
      min: 100,
      max: 100_000,
      default: 1000,
      placeholder: 'N',
      summary: 'At most this many tokens, of four characters each',
    },
    at: { type: 'text', max: 1_000, placeholder: 'EVENT', summary: 'As it stood right after this event' },
    repo: { ...repo, summary: 'The latest session of this repository, when none is named' },
    steps: { type: 'flag', summary: 'Name the step behind every line too' },
  },
  positionals: ['session'],
  output: 'ResumeAnswer',
  http: { path: '/api/sessions/:session/resume', isLong: true },
  async run(context, { session: name, repo: folder, at: event, ...options }) {
    const { resume: pack } = await import('./resume.ts');
    const { sessionToResume } = await import('./session-to-resume.ts');
    const { session: found, ...at } = await sessionToResume(context, {
      ...(name !== undefined && { session: name }),
      ...(folder !== undefined && { repo: folder }),
      ...(event !== undefined && { at: event }),
    });
    return pack(context.read, found, { sources: context.sources, raw: context.raw, ...options, ...at });
  },
});

import { repo, sessionName } from '../../question/fields.ts';
import { defineQuestion } from '../../question/question.ts';

export const handoff = defineQuestion({
  name: 'handoff',
  summary: 'Write the first prompt for another agent to continue a session',
  details:
    'The resume pack as a prompt for the agent that continues: that it takes over, what to do first and what to ' +
    'keep to. Files are named as that agent takes them (`@src/cart.ts`, or `/add src/cart.ts`), ' +
    'relative to the folder of the work; no tool of the former agent is named.',
  input: {
    to: {
      type: 'text',
      required: true,
      completes: 'agents',
      placeholder: 'AGENT',
      summary: 'The agent that continues, such as codex',
    },
    session: { ...sessionName, summary: 'A session; the latest work in this folder when absent' },
    budget: {
      type: 'integer',
      min: 50,
      max: 100_000,
      default: 1500,
      placeholder: 'N',
      summary: 'At most this many tokens, of four characters each',
    },
    at: { type: 'text', max: 1_000, placeholder: 'EVENT', summary: 'As it stood right after this event' },
    repo: { ...repo, summary: 'The latest session of this repository, when none is named' },
  },
  positionals: ['to', 'session'],
  output: 'HandoffAnswer',
  http: { path: '/api/sessions/:session/handoff', isLong: true },
  async run(context, { to, session: name, repo: folder, at: event, ...options }) {
    const { handoff: write } = await import('./handoff.ts');
    const { sessionToResume } = await import('../session-to-resume.ts');
    const { session: found, ...at } = await sessionToResume(context, {
      ...(name !== undefined && { session: name }),
      ...(folder !== undefined && { repo: folder }),
      ...(event !== undefined && { at: event }),
    });
    return write(context.read, found, { to, sources: context.sources, raw: context.raw, ...options, ...at });
  },
});

import { defineCommand } from '../line/command.ts';
import { sessionToResume } from './resume.ts';

export const handoffCommand = defineCommand({
  name: 'handoff',
  summary: 'Write the first prompt for another agent to go on',
  details:
    'What `stemma resume` tells, as a prompt for the agent that is to go on: it is told that it takes over, what to do first and what to keep to; files are named as ' +
    'that agent takes them (`@src/cart.ts` for those that read what is named so, `/add src/cart.ts` for Aider), relative to the folder of the work; and no tool of the former agent is named.',
  positionals: [
    {
      name: 'session',
      summary: 'Session id, or the beginning of one; the last one at work in this folder when absent',
      optional: true,
    },
  ],
  flags: {
    to: {
      type: 'text',
      placeholder: 'AGENT',
      completes: 'agents',
      summary: 'The agent that goes on, such as claude-code or codex',
    },
    budget: {
      type: 'integer',
      min: 1,
      placeholder: 'N',
      summary: 'At most this many tokens, of four characters each (1500)',
    },
    at: { type: 'text', placeholder: 'EVENT', summary: 'As it stood right after this event' },
    repo: {
      type: 'text',
      placeholder: 'REPO',
      summary: 'The last session at work in this repository, by name or by path',
    },
  },
  examples: [
    { line: 'stemma handoff --to codex', says: 'the latest work in this folder, for Codex' },
    { line: 'codex "$(stemma handoff claude:3f2a --to codex)"', says: 'start it with that' },
    { line: 'stemma handoff claude:3f2a --to aider --budget 600 --json', says: 'for a program' },
  ],
  async run(run, { args, flags: { to, budget, at, repo } }) {
    const { handoff } = await import('../../ask/resume/handoff.ts');
    const { handoffAgentNames } = await import('../../ask/resume/handoff-agent.ts');
    const { findEvent } = await import('../../ask/find/find-event.ts');
    const { StemmaError } = await import('../../model/stemma-error.ts');
    if (to === undefined)
      throw new StemmaError('bad-argument', 'handoff needs --to AGENT: who goes on.', {
        hint: `It knows ${handoffAgentNames.join(', ')}.`,
      });
    await using store = await run.openArchive();
    const session = await sessionToResume(store.read, args[0], repo);
    const event = at === undefined ? undefined : await findEvent(store.read, at, session.uid);
    const answer = await handoff(store.read, session, {
      to,
      sources: () => run.app.sources(),
      raw: run.settings.raw,
      ...(budget !== undefined && { budget }),
      ...(event && { at: event }),
    });
    await run.answer(answer, () => `${answer.text}\n`);
  },
});

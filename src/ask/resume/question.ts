import { repo, sessionName, since } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const resume = defineQuestion({
  name: 'resume',
  summary: 'Pack what you need to know to continue a session',
  details:
    'A resume pack within a budget of tokens, for you or to give to an agent: what was asked, verbatim, and the rules ' +
    'given; where the work stands; open errors and what was tried; what the agent found, decided and tried in vain; ' +
    'files and commands; what comes next in its own words; the end of the transcript. A session that continues another ' +
    'is packed with it, and so is what came before a compaction. Without a session, the latest work in the folder is ' +
    'packed, with a line for each session on the same branch that led to it. It is read from the end, so that a long ' +
    'session takes no longer than a short one. The JSON answer, or `steps`, names the step behind every line.',
  input: {
    session: { ...sessionName, summary: 'A session; the latest work in this folder when absent' },
    budget: {
      type: 'integer',
      min: 50,
      max: 100_000,
      default: 1000,
      placeholder: 'N',
      summary: 'At most this many tokens, of four characters each',
    },
    at: { type: 'text', max: 1_000, placeholder: 'EVENT', summary: 'As it stood right after this event' },
    repo: { ...repo, summary: 'The latest session of this repository, when none is named' },
    since: { ...since, summary: 'Without a session: of the sessions that led to it, only those since then' },
    steps: { type: 'flag', summary: 'Name the step behind every line too' },
  },
  positionals: ['session'],
  output: 'ResumeAnswer',
  http: { path: '/api/sessions/:session/resume', isLong: true },
  async run(context, { session: name, repo: folder, at: event, since: from, ...options }) {
    const { resume: pack } = await import('./resume.ts');
    const { sessionToResume } = await import('./session-to-resume.ts');
    const { session: found, ...at } = await sessionToResume(context, {
      ...(name !== undefined && { session: name }),
      ...(folder !== undefined && { repo: folder }),
      ...(event !== undefined && { at: event }),
    });
    const { sessionsBefore } = await import('./sessions-before.ts');
    return pack(context.read, found, {
      sources: context.sources,
      raw: context.raw,
      ...(name === undefined && { sessionsBefore: await sessionsBefore(context.read, found, from) }),
      ...options,
      ...at,
    });
  },
});

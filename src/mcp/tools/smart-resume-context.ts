import * as z from 'zod';
import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { latestWorkHere, latestWorkIn } from '../../ask/resume/latest-work.ts';
import { resume } from '../../ask/resume/resume.ts';
import { question } from '../tool.ts';

export const smartResumeContextTool = question({
  name: 'smart_resume_context',
  title: 'Where was I?',
  description:
    'What you must know to go on with work that an earlier session left, packed into a budget of tokens: what was asked, in its own words; where the work stands; the files it will need again; commands that work here and those that do not; ' +
    'open errors and what was tried; decisions; dead ends; the next step. ' +
    'Use it at the start of a session that continues earlier work, after a compaction, or when the user says "go on". ' +
    'Give nothing for the latest work in the folder the server was started in, else a `session` or a `repo`. With `at` it is told as things stood right after that event. ' +
    'Comes back: `text` in Markdown, its `tokens` (characters / 4, never over the budget), and `sections` with the same lines and the step that shows each; ask `event` or `why` about a step to know more. It tells what past sessions said and did: check before you rely on it.',
  input: z.object({
    session: z
      .string()
      .min(1)
      .max(400)
      .optional()
      .describe('The session to go on with; the latest one at work here when absent. "latest" is the newest of all.'),
    repo: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('The latest session at work in this repository: its name, or the whole path of its folder.'),
    at: z.string().min(1).max(300).optional().describe('An event: as it stood right after it.'),
    budget: z.number().int().min(100).max(8000).default(1000).describe('Tokens, of four characters each.'),
  }),
  output: z.looseObject({
    session: z.string(),
    text: z.string(),
    tokens: z.number(),
    sections: z.array(
      z.looseObject({
        title: z.string(),
        lines: z.array(z.looseObject({ text: z.string(), step: z.string().nullable() })),
      }),
    ),
  }),
  async answer({ read }, { session: name, repo, at, budget }, { folder, sources }) {
    const session =
      name !== undefined
        ? await findSession(read, name)
        : repo === undefined
          ? await latestWorkHere(read, folder)
          : await latestWorkIn(read, repo);
    return await resume(read, session, {
      sources,
      budget,
      ...(at !== undefined && { at: await findEvent(read, at, session.uid) }),
    });
  },
  text: ({ session, text }) => `${text}\n\n(session ${session})`,
});

import { resume } from '../../ask/resume/question.ts';
import { questionTool } from '../tool.ts';

export const smartResumeContextTool = questionTool(resume, {
  name: 'smart_resume_context',
  title: 'Where was I?',
  description:
    'What you must know to go on with work that an earlier session left, packed into a budget of tokens: what was asked, in its own words; where the work stands; the files it will need again; commands that work here and those that do not; ' +
    'open errors and what was tried; decisions; dead ends; the next step. ' +
    'Use it at the start of a session that continues earlier work, after a compaction, or when the user says "go on". ' +
    'Give nothing for the latest work in the folder the server was started in, else a `session` or a `repo`. With `at` it describes the state right after that event. ' +
    'Comes back: `text` in Markdown, its `tokens` (characters / 4, never over the budget), and `sections` with the same lines and the step that shows each; ask `event` or `why` about a step to know more. It reports what past sessions did: check before you rely on it.',
  inputs: { steps: null, budget: { ...resume.input.budget, max: 8_000 } },
  text: ({ session, text }) => `${text}\n\n(session ${session})`,
});

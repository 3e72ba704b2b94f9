import { perform } from '../../entries/entry.ts';
import { recordJudgement } from '../../entries/record-judgement.ts';
import { droppedText } from '../../ask/judge/read-answers.ts';
import { answerSchema } from '../answer-schema.ts';
import { writingTool } from '../tool.ts';

export const recordJudgementTool = writingTool({
  name: 'record_judgement',
  title: 'Keep a judgement of a session',
  description:
    'Keeps what you judged about a session: the causes of its calls, the stories of its failures, its outcome. Use it only for the prompt `judge_session`, which shows the steps and says what to answer. ' +
    'Give the session, the JSON of each window as `answers` (text, in order), and the name of your model. Names that do not exist and causes that are not earlier are left out and counted in `dropped`. ' +
    'Comes back: how many causes and stories were kept. They are shown as judged, apart from what is recorded or inferred; judging the same session again replaces them.',
  input: recordJudgement.input,
  output: answerSchema('Judged'),
  write: (mcp, input) => perform(recordJudgement, mcp, input),
  text: ({ session, calls, causes, stories, outcome, dropped }) =>
    `Kept: ${causes} causes of ${calls} calls, ${stories} failures, outcome ${outcome?.what ?? 'not judged'} of ${session}. Left out: ${droppedText(dropped)}.`,
});

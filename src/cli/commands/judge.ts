import { judgePlan } from '../../ask/judge/question.ts';
import { sessionName } from '../../ask/question/fields.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';

const defaultTimeout = 600;

export const judgeCommand = defineCommand({
  details:
    'A model reads the session and names the causes of each call, the story of each failure, and the outcome. Its answer is ' +
    'checked and kept with the basis *judged*, the name of the model and the time: through every rebuild, apart from what is ' +
    'recorded or inferred, until the session is judged again or --remove. Your own program or endpoint is asked: --with takes ' +
    'a command that answers a question given on standard input ({} stands for the question where it wants an argument), or ' +
    'the address of an OpenAI-compatible endpoint with --model. `judge` in config.json sets both for good. Nothing is sent ' +
    'before you saw the size and confirmed; texts are redacted. --print and --read are the two halves by hand.',
  positionals: [{ name: 'session', summary: sessionName.summary, optional: true }],
  flags: {
    with: { type: 'text', placeholder: 'COMMAND', summary: 'Ask this program, or the endpoint at this address' },
    model: {
      type: 'text',
      max: 200,
      placeholder: 'NAME',
      summary: 'The model of an endpoint; the name to keep it under',
    },
    'key-variable': {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The environment variable with the key of an endpoint (default: OPENAI_API_KEY)',
    },
    budget: judgePlan.input.budget,
    timeout: {
      type: 'integer',
      min: 1,
      max: 86_400,
      default: defaultTimeout,
      placeholder: 'SECONDS',
      summary: 'How long to wait for the answer about one window',
    },
    print: { type: 'flag', summary: 'Print the question instead of asking it' },
    to: {
      type: 'text',
      placeholder: 'FOLDER',
      summary: 'With --print: write each question into a file of this folder',
    },
    read: {
      type: 'texts',
      max: 4_096,
      placeholder: 'FILE',
      summary: 'Take the answer from this file, or - for standard input; once for each window',
    },
    remove: { type: 'flag', summary: 'Remove the judgement of the session' },
    yes: { type: 'flag', summary: 'Do not ask' },
  },
  examples: [
    { line: 'stemma judge claude:3f2a --with "claude -p"', says: 'ask your own agent, after you confirmed' },
    {
      line: 'stemma judge --with http://localhost:11434/v1 --model llama3.3',
      says: 'the newest session, a local model',
    },
    { line: 'stemma judge claude:3f2a --print > question.md', says: 'the question, to give it to whomever you like' },
    { line: 'stemma judge claude:3f2a --read answer.json --model opus', says: 'keep the answer' },
    { line: 'stemma judge claude:3f2a --remove', says: 'forget the judgement' },
  ],
  async run(run, { args: [session], flags }) {
    const chosen = [flags.print && '--print', flags.read && '--read', flags.remove && '--remove'].filter(Boolean);
    if (chosen.length > 1) throw misuse(`${chosen.join(' and ')} exclude each other.`, 'Give one of them.');
    if (flags.to !== undefined && !flags.print)
      throw misuse('--to needs --print.', 'It names the folder for questions.');
    const about = { session, budget: flags.budget ?? judgePlan.input.budget.default };
    if (flags.remove) return (await import('../runs/judge/remove.ts')).removeRun(run, session);
    if (flags.print) return (await import('../runs/judge/print.ts')).printRun(run, { ...about, folder: flags.to });
    const { readRun } = await import('../runs/judge/read.ts');
    if (flags.read) return readRun(run, { session, files: flags.read, model: flags.model });
    const { askRun } = await import('../runs/judge/ask.ts');
    return askRun(run, {
      ...about,
      judge: { with: flags.with, model: flags.model, keyVariable: flags['key-variable'] },
      timeoutMs: (flags.timeout ?? defaultTimeout) * 1000,
      yes: flags.yes,
    });
  },
});

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}

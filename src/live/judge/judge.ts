import { StemmaError } from '../../model/stemma-error.ts';
import { agents } from '../../sources/registry.ts';
import { askEndpoint } from './ask-endpoint.ts';
import { askProgram } from './ask-program.ts';
import { splitCommand } from './split-command.ts';

/** Somebody who answers a question: a program of the user's, or an endpoint. */
export interface Judge {
  /** Under which name its judgements are kept. */
  readonly model: string;
  /** What it is, for people: the command or the address. */
  readonly name: string;
  ask(question: string, options: AskOptions): Promise<string>;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for one answer. */
  readonly timeoutMs: number;
}

export interface JudgeRequest {
  /** A command such as `ollama run llama3`, or the address of an OpenAI-compatible endpoint. */
  readonly with: string;
  /** Required for an endpoint. */
  readonly model?: string | undefined;
  /** The variable that holds the key of an endpoint. */
  readonly keyVariable?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The judge that somebody named. Nothing is started and nothing sent yet. */
export function judgeOf(request: JudgeRequest): Judge {
  return /^https?:\/\//i.test(request.with) ? endpointJudge(request) : programJudge(request);
}

function endpointJudge({ with: url, model, keyVariable = 'OPENAI_API_KEY', env }: JudgeRequest): Judge {
  if (!URL.canParse(url))
    throw new StemmaError('bad-argument', `${url} is no address.`, {
      hint: 'Give one such as http://localhost:11434/v1.',
    });
  if (model === undefined)
    throw new StemmaError('bad-argument', 'An endpoint needs the name of a model.', {
      hint: 'Give it with --model, such as --model llama3.3.',
    });
  const key = env[keyVariable];
  return {
    model,
    name: url,
    ask: (question, options) => askEndpoint({ url, model, ...(key && { key }) }, question, options),
  };
}

function programJudge({ with: command, model, env }: JudgeRequest): Judge {
  const words = splitCommand(command);
  const [program = ''] = words;
  if (program === '')
    throw new StemmaError('bad-argument', 'There is no program to ask.', {
      hint: 'Give a command that answers a question, or the address of an endpoint.',
    });
  // The descriptor of an agent knows which words its program needs besides the question.
  const known = agents.find(({ answering }) => answering?.program === nameOf(program))?.answering;
  const named = words[words.findIndex((word) => word === '--model' || word === '-m') + 1];
  return {
    model: model ?? (named !== undefined && named !== program ? named : command),
    name: command,
    ask: (question, options) => askProgram({ words, env, ...(known && { known }) }, question, options),
  };
}

function nameOf(program: string): string {
  return program.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat)$/i, '');
}

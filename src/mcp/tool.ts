import type { Opened } from '../ask/archive/archive.ts';
import type { EntryArchive } from '../entries/entry.ts';
import type { Field, Fields, Input } from '../ask/question/field.ts';
import type { JsonSchema } from '../ask/question/json-schema.ts';
import { doors, parseInput } from '../ask/question/parse-input.ts';
import type { QuestionContext } from '../ask/question/question.ts';
import type { Source } from '../sources/source.ts';
import { answerSchema } from './answer-schema.ts';
import type { Shortening } from './fit.ts';

/** What tools may use. */
export interface McpContext {
  readonly archive: EntryArchive;
  readonly sources: () => Promise<readonly Source[]>;
  readonly clock: () => number;
  /** The workspace of what is recorded. */
  readonly workspace: string;
  /** The folder of the agent that started the server: what "here" means. */
  readonly folder: string;
  /** Only tools that read are offered. */
  readonly readOnly?: boolean;
}

interface Described<Answer> {
  readonly name: string;
  readonly title: string;
  /** A manual: when to use it, what to pass, what it returns, and its limits. The reader knows nothing of stemma. */
  readonly description: string;
  /** Leaves out entries at the end when there is too much. */
  readonly shortening?: Shortening<Answer>;
  /** The answer in a few lines, with the ids one needs to continue. */
  readonly text: (answer: Answer) => string;
}

/** What the server needs to know of a tool. */
export interface Tool extends Described<object> {
  readonly input: Fields;
  readonly output: JsonSchema;
  /** Whether it changes the archive. */
  readonly writes: boolean;
  /** Checks the input, with the same messages as everywhere, then answers. */
  readonly run: (input: Readonly<Record<string, unknown>>, context: McpContext) => Promise<object>;
}

interface QuestionLike<F extends Fields, Answer> {
  readonly input: F;
  readonly output: string;
  run(context: QuestionContext, input: Input<F>): Promise<Answer>;
}

/** A question as a tool. `inputs` leaves inputs out (`null`) or gives them other bounds; an agent reads every one. */
export function questionTool<F extends Fields, Answer extends object>(
  question: QuestionLike<F, Answer>,
  {
    inputs = {},
    ...described
  }: Described<Answer> & {
    readonly inputs?: { readonly [Name in keyof F]?: Extract<Field, Pick<F[Name], 'type'>> | null };
  },
): Tool {
  const kept = Object.entries({ ...question.input, ...inputs } as Record<string, Fields[string] | null>).filter(
    (entry): entry is [string, Fields[string]] => entry[1] !== null,
  );
  // What is left out of the tool keeps its default in the question.
  const defaults = Object.fromEntries(
    Object.entries(question.input).flatMap(([name, field]) =>
      'default' in field && field.default !== undefined ? [[name, field.default]] : [],
    ),
  );
  return readingTool({
    ...described,
    input: Object.fromEntries(kept),
    output: answerSchema(question.output),
    answer: (context, input) => question.run(context, { ...defaults, ...input } as unknown as Input<F>),
  });
}

/** A tool that reads and has no question of its own. */
export function readingTool<const F extends Fields, Answer extends object>(
  tool: Described<Answer> & {
    readonly input: F;
    readonly output: JsonSchema;
    readonly answer: (context: QuestionContext, input: Input<F>) => Promise<Answer>;
  },
): Tool {
  const { answer, ...described } = tool;
  return {
    ...(described as unknown as Described<object> & Pick<Tool, 'output'>),
    input: tool.input,
    writes: false,
    run: (input, context) => {
      const checked = parsed(tool.input, input, context);
      return context.archive.ask((opened) => answer(questionContext(opened, context), checked));
    },
  };
}

/** A tool that keeps something in the archive. */
export function writingTool<const F extends Fields, Answer extends object>(
  tool: Described<Answer> & {
    readonly input: F;
    readonly output: JsonSchema;
    readonly write: (context: McpContext, input: Input<F>) => Promise<Answer>;
  },
): Tool {
  const { write, ...described } = tool;
  return {
    ...(described as unknown as Described<object> & Pick<Tool, 'output'>),
    input: tool.input,
    writes: true,
    run: async (input, context) => write(context, parsed(tool.input, input, context)),
  };
}

function parsed<F extends Fields>(
  fields: F,
  input: Readonly<Record<string, unknown>>,
  { clock }: McpContext,
): Input<F> {
  return parseInput(fields, input, { ...doors.json, now: clock() });
}

function questionContext(opened: Opened, { sources, clock, folder }: McpContext): QuestionContext {
  return { ...opened, sources, raw: false, now: clock(), folder };
}

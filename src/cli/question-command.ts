import type { Field, Fields, Input as QuestionInput } from '../ask/question/field.ts';
import { kebabCase } from '../ask/question/names.ts';
import { doors, parseInput } from '../ask/question/parse-input.ts';
import type { Question } from '../ask/question/question.ts';
import type { StoreReader } from '../store/store.ts';
import type { Command, Flags, Input, Positional } from './line/command.ts';
import { questionContext } from './question-context.ts';
import { everything, type QuestionRenderer } from './render/renderer.ts';
import type { Run } from './run.ts';
import { number } from './text/amount.ts';

/** What a command needs of a question; one whose answer comes in pieces has it too. */
type Asked = Pick<Question, 'name' | 'summary' | 'details' | 'input' | 'positionals'>;
type Shape = Pick<QuestionRenderer, 'positionals' | 'joinsWords' | 'limits' | 'flags' | 'input'>;

/** The command of a question. Help, flags and validation come from the definition, the text from the renderer. */
export function questionCommand<F extends Fields, Answer, Own extends object>(
  question: Question<F, Answer>,
  renderer: QuestionRenderer<Answer, Own>,
): Command {
  return {
    ...aboutOf(question, renderer.details),
    positionals: positionalsOf(question, renderer),
    flags: { ...renderer.flags, ...flagsOf(question, renderer) },
    examples: renderer.examples,
    async run(run, words) {
      renderer.prepare?.();
      const input = inputOf(question, words, run, renderer);
      renderer.check?.(input);
      await using store = await run.openArchive();
      const answer = await question.run(await questionContext(run, store.read), input);
      const cwd = run.settings.json ? null : await folderOf(store.read, renderer, answer);
      await run.answer(answer, () => renderer.render(answer, { ...run, cwd }, { flags: words.flags as Own, input }));
    },
  };
}

/** The help text of a question's command; `more` is about the command only. */
export function aboutOf(
  { name, summary, details }: Asked,
  more?: string,
): Pick<Command, 'name' | 'summary' | 'details'> {
  const all = [details, more].filter((text) => text !== undefined).join(' ');
  return { name: kebabCase(name), summary, ...(all !== '' && { details: all }) };
}

/** Prints the answer of a question without a renderer. */
export function jsonRenderer(question: Question): QuestionRenderer {
  const required = question.positionals.filter((name) => question.input[name]!.required);
  const line = ['stemma', kebabCase(question.name), ...required.map((name) => name.toUpperCase())].join(' ');
  return { examples: [{ line, says: 'as JSON' }], render: (answer) => `${JSON.stringify(answer, null, 2)}\n` };
}

/** Positional arguments. A question about an event accepts a session before it: `stemma why [SESSION] EVENT`. */
export function positionalsOf(question: Asked, { positionals, joinsWords }: Shape = {}): readonly Positional[] {
  const names = positionals ?? question.positionals;
  return wordsOf(question, names).map((name, at, all) => {
    const field = question.input[name]!;
    return {
      name: kebabCase(name),
      summary: field.summary,
      ...(!field.required && { optional: true }),
      ...(joinsWords && at === all.length - 1 && { many: true }),
      ...('choices' in field && { choices: field.choices }),
    };
  });
}

/** The inputs that are flags. */
export function flagsOf(question: Asked, { positionals, limits }: Shape = {}): Flags {
  const words = wordsOf(question, positionals ?? question.positionals);
  const named = Object.entries(question.input).filter(([name]) => !words.includes(name));
  return Object.fromEntries(
    named.map(([name, field]) => [kebabCase(name), name === 'limit' && limits ? withLimits(field, limits) : field]),
  );
}

/** Positional arguments and flags, validated by the question's definition. */
export function inputOf<F extends Fields>(
  question: Omit<Asked, 'input'> & { readonly input: F },
  { args, flags }: Input,
  { settings: { json }, now }: Pick<Run, 'settings' | 'now'>,
  renderer: Shape = {},
): QuestionInput<F> {
  const names = renderer.positionals ?? question.positionals;
  const words = wordsOf(question, names);
  const spell = (name: string) => (words.includes(name) ? name.toUpperCase() : doors.cli.spell(name));
  const values: Record<string, unknown> = {
    ...defaultLimit(renderer, flags, json),
    ...renderer.input?.({ json, flags }),
  };
  for (const name of Object.keys(question.input)) {
    const value = flags[kebabCase(name)];
    // An absent flag is parsed as false.
    if (!words.includes(name) && value !== undefined && value !== false) values[name] = value;
  }
  // A single argument is the event.
  const given = args.length < words.length ? names : words;
  for (const [at, name] of given.entries()) {
    const isRest = renderer.joinsWords && at === given.length - 1;
    if (args[at] !== undefined) values[name] = isRest ? args.slice(at).join(' ') : args[at];
  }
  const spelled = Object.fromEntries(Object.entries(values).map(([name, value]) => [spell(name), value]));
  return parseInput(question.input, spelled, { ...doors.cli, spell, now });
}

function wordsOf({ input }: Asked, names: readonly string[]): readonly string[] {
  const [only, ...others] = names;
  const isAboutEvent =
    others.length === 0 && only !== undefined && (only === 'event' || input[only]!.aliases?.includes('event'));
  return isAboutEvent && 'session' in input ? ['session', only] : names;
}

function defaultLimit({ limits }: Shape, flags: Input['flags'], json: boolean): { readonly limit?: number } {
  const limit = (flags['all'] === true ? limits?.all : undefined) ?? (json ? limits?.json : undefined);
  return limit === undefined ? {} : { limit };
}

/** `At most this many sessions (20; 200 with --json)` */
function withLimits(field: Field, { json, all }: NonNullable<Shape['limits']>): Field {
  if (field.type !== 'integer') return field;
  const { default: usual, ...rest } = field;
  const amount = (limit: number) => (limit === everything ? 'all' : number(limit));
  const texts = [
    ...(usual === undefined ? [] : [number(usual)]),
    ...(json === undefined ? [] : [`${amount(json)} with --json`]),
    ...(all === undefined ? [] : [`${amount(all)} with --all`]),
  ];
  return { ...rest, summary: `${field.summary} (${texts.join('; ')})` };
}

async function folderOf<Answer>(
  read: StoreReader,
  renderer: Pick<QuestionRenderer<Answer>, 'session'>,
  answer: Answer,
): Promise<string | null> {
  const session = renderer.session?.(answer);
  return session === undefined ? null : ((await read.session(session))?.cwd ?? null);
}

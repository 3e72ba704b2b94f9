import type { Input, OptionFields } from '../ask/question/field.ts';
import { badInput, doors, parseInput } from '../ask/question/parse-input.ts';
import { StemmaError } from '../model/stemma-error.ts';

/** What a method takes: a question, an action, or something that only the SDK has. */
export interface Method<F extends OptionFields> {
  readonly name: string;
  readonly input: F;
  /** Inputs that come before the object with the others. */
  readonly positionals: readonly string[];
}

/** The arguments of a method, held to its inputs. */
export function parseArguments<F extends OptionFields>(
  method: Method<F>,
  args: readonly unknown[],
  now: number,
): Input<F> {
  return parseInput(method.input, inputOf(method, args), { ...doors.sdk, now });
}

/** Positional arguments and options, put together under their names. */
function inputOf(
  { name, positionals, input }: Method<OptionFields>,
  args: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const isOptionsAlone = args.length === 1 && isObject(args[0]) && !positionals.some((each) => input[each]!.required);
  if (isOptionsAlone) return args[0] as Record<string, unknown>;
  const options = args[positionals.length];
  const others = Object.keys(input).filter((each) => !positionals.includes(each));
  if (options !== undefined && !isObject(options))
    throw badInput('options', 'must be an object', options, {
      summary: `An object with what else ${name} takes: ${others.join(', ') || 'nothing'}`,
    });
  if (args.length > positionals.length + 1)
    throw new StemmaError(
      'bad-argument',
      `${name} takes at most ${positionals.length + 1} arguments (got ${args.length}).`,
      {
        hint: `Write ${name}(${[...positionals, 'options'].join(', ')}).`,
      },
    );
  const named = Object.fromEntries(positionals.map((each, index) => [each, args[index]]));
  const twice = Object.keys(options ?? {}).find((key) => named[key] !== undefined);
  if (twice !== undefined)
    throw new StemmaError('bad-argument', `${twice} must be given once.`, {
      hint: `Leave it out of the options of ${name}.`,
    });
  return { ...named, ...(options as Record<string, unknown> | undefined) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

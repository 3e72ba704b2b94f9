import type * as z from 'zod';
import type { Source } from '../sources/source.ts';
import type { Archive, Opened } from '../ask/archive/archive.ts';
import type { Shortening } from './fit.ts';

/** What tools may use of the world. */
export interface World {
  readonly archive: Archive;
  readonly sources: () => Promise<readonly Source[]>;
  readonly clock: () => number;
  /** Of what is told. */
  readonly workspace: string;
  /** Where the agent works that started the server: what "here" means. */
  readonly folder: string;
}

type Given<Input extends z.ZodType> = z.output<Input>;

interface Described<Input extends z.ZodObject, Answer extends object> {
  readonly name: string;
  readonly title: string;
  /**
   * A manual: when to use it, what to give, what comes back, and its limits. Whoever reads it knows nothing of
   * stemma.
   */
  readonly description: string;
  readonly input: Input;
  /** Of what comes back, as far as it is promised. */
  readonly output: z.ZodObject;
  /** Leaves out entries at the end when there is too much. */
  readonly shortening?: Shortening<Answer>;
  /** The answer in a few lines, with the ids one needs to go on. */
  readonly text: (answer: Answer) => string;
}

/** A question: changes nothing. */
export interface Question<Input extends z.ZodObject, Answer extends object> extends Described<Input, Answer> {
  readonly answer: (opened: Opened, given: Given<Input>, world: World) => Promise<Answer>;
}

/** A telling: keeps something in the archive. */
export interface Telling<Input extends z.ZodObject, Answer extends object> extends Described<Input, Answer> {
  readonly tell: (given: Given<Input>, world: World) => Promise<Answer>;
}

// What a list of tools needs to know of each; the types of what goes in and comes out are between a tool and itself.
export interface Tool extends Described<z.ZodObject, object> {
  readonly isTelling: boolean;
  readonly run: (given: unknown, world: World) => Promise<object>;
}

export function question<Input extends z.ZodObject, Answer extends object>(spec: Question<Input, Answer>): Tool {
  const { answer, ...described } = spec;
  const run: Tool['run'] = (given, world) =>
    world.archive.ask((opened) => answer(opened, given as Given<Input>, world));
  return { ...(described as unknown as Described<z.ZodObject, object>), isTelling: false, run };
}

export function telling<Input extends z.ZodObject, Answer extends object>(spec: Telling<Input, Answer>): Tool {
  const { tell, ...described } = spec;
  const run: Tool['run'] = (given, world) => tell(given as Given<Input>, world);
  return { ...(described as unknown as Described<z.ZodObject, object>), isTelling: true, run };
}

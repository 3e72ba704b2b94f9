import type { AskedArchive } from '../ask/archive/archive.ts';
import type { Input, OptionFields } from '../ask/question/field.ts';
import type { Store, StoreReader } from '../store/store.ts';

/** What an entry may use. */
export interface EntryContext {
  /** Open for writing. */
  readonly store: Store;
  readonly clock: () => number;
}

/** The same for an entry that makes something new. */
export interface WorkspaceContext extends EntryContext {
  /** Of what is recorded. */
  readonly workspace: string;
}

/**
 * Something that a person or a program can enter. The SDK method, the HTTP route, the MCP tool and the command that
 * offer it take their inputs from here, so that all refuse the same mistakes in the same words.
 */
export interface Entry<
  F extends OptionFields = OptionFields,
  Answer = unknown,
  Context extends EntryContext = WorkspaceContext,
> {
  /** In camelCase: the SDK method. */
  readonly name: string;
  /** One line without a full stop. */
  readonly summary: string;
  readonly input: F;
  /** Inputs that come without their name, in this order: `markResolved(chain, fix)`. */
  readonly positionals: readonly (keyof F & string)[];
  /**
   * Refuses what does not fit what the archive holds. Called before the archive is opened to write, so that none is
   * created, and no other writer waited for, in vain.
   */
  check?(read: StoreReader, input: Input<F>): Promise<unknown>;
  run(context: Context, input: Input<F>): Promise<Answer>;
}

/** Ties the types of the input to what `run` receives. */
export function defineEntry<const F extends OptionFields, Answer, Context extends EntryContext>(
  entry: Entry<F, Answer, Context>,
): Entry<F, Answer, Context> {
  return entry;
}

/** The archive of a server, which is written here or by a thread of its own. */
export type EntryArchive = AskedArchive &
  (
    | { write<Answer>(work: (store: Store) => Promise<Answer>): Promise<Answer> }
    | { enter(entry: string, input: Input<OptionFields>): Promise<unknown> }
  );

/** Runs an entry on the archive of a server. */
export async function perform<F extends OptionFields, Answer, Context extends EntryContext>(
  entry: Entry<F, Answer, Context>,
  { archive, ...context }: Omit<Context, 'store'> & { readonly archive: EntryArchive },
  input: NoInfer<Input<F>>,
): Promise<Answer> {
  await archive.ask(async ({ read }) => entry.check?.(read, input));
  if ('enter' in archive) return (await archive.enter(entry.name, input)) as Answer;
  return archive.write((store) => entry.run({ ...context, store } as unknown as Context, input));
}

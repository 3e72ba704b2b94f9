import { entries } from '../../../../entries/entries.ts';
import type { Entry } from '../../../../entries/entry.ts';
import type { Input, OptionFields } from '../../../../ask/question/field.ts';
import { oneByOne } from '../writer-job.ts';

export interface EnterArgument {
  readonly entry: string;
  /** Parsed and checked. */
  readonly input: Input<OptionFields>;
}

const byName = new Map(Object.values(entries).map((entry) => [entry.name, entry as unknown as Entry]));

/** What a person or a program enters. */
export const enterJob = oneByOne<EnterArgument, unknown>(({ store, clock, workspace }, { entry, input }) =>
  byName.get(entry)!.run({ store, clock, workspace }, input),
);

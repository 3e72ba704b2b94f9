import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import type { Writing } from './attribute.ts';
import { newestFirst } from './newest-first.ts';
import { nearness, wholePath } from './same-file.ts';
import type { AskedFile } from './same-file.ts';
import { linesOf } from './text-lines.ts';

/** The edits of a call, in their order. */
export interface CallEdits {
  readonly step: Event;
  readonly session: Session;
  readonly edits: readonly Omit<Writing, 'nearness'>[];
}

/** An edit as far as it concerns the file that is asked about, and the step it was part of. */
export interface StepWriting extends Writing {
  readonly step: Event;
}

/** What a call wrote; undefined when it wrote nothing that is known. */
export function callEdits(step: Event, session: Session, what: What | null | undefined): CallEdits | undefined {
  if (what?.is !== 'call') return undefined;
  const edits = operationsOf(parseCall(what.tool, what.input)).flatMap((operation) => {
    if (operation.does !== 'edit') return [];
    const { path, old, text, whole } = operation;
    return [{ path: wholePath(path, session.cwd), old: linesOf(old), text: linesOf(text), whole }];
  });
  return edits.length === 0 ? undefined : { step, session, edits };
}

/** The edits that could have written a file, newest first; within a call the last first. */
export function writingsFor(file: AskedFile, calls: readonly CallEdits[]): readonly StepWriting[] {
  return calls
    .toSorted((a, b) => newestFirst(a.step, b.step))
    .flatMap(({ step, session, edits }) =>
      edits.map((edit): StepWriting => ({ ...edit, step, nearness: nearness(edit.path, file, session) })).toReversed(),
    );
}

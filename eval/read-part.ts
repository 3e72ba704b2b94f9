import type { AnsweredError, Answers } from './answers.ts';
import type { Labelled } from './labels.ts';

/**
 * The stories without steps beyond the part that was read: nobody has said whether those repair or prove something.
 * Labels that do not say what part was read are scored whole.
 */
export function withinPart({ read, known }: Labelled, errors: Answers['errors']): Answers['errors'] {
  if (read === known) return errors;
  const isKnown = (id: string | null): boolean => id === null || known.has(id);
  return new Map(
    [...errors].map(([id, story]): [string, AnsweredError] => [
      id,
      { ...story, fix: story.fix.filter(isKnown), verified: isKnown(story.verified) ? story.verified : null },
    ]),
  );
}

import type { SessionUid } from '../../model/ids.ts';
import type { Relation } from '../../model/words.ts';
import type { Heading } from '../contract/usage-rows.ts';

/** Of `session s`: its title, and its parent. */
export const headingColumns = 's.uid, s.parent, s.relation, s.custom_title, s.title, s.first_words';

export interface HeadingRecord {
  readonly uid: SessionUid;
  readonly parent: SessionUid | null;
  readonly relation: Relation | null;
  readonly custom_title: string | null;
  readonly title: string | null;
  readonly first_words: string | null;
}

export function toHeading({ uid, parent, relation, custom_title, title, first_words }: HeadingRecord): Heading {
  return { uid, parent, relation, title: custom_title ?? title ?? first_words };
}

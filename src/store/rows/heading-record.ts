import type { SessionUid } from '../../model/ids.ts';
import type { Relation } from '../../model/words.ts';
import type { Heading } from '../contract/usage-rows.ts';
import { shownTitle, titleColumns, type Titles } from './title-ranks.ts';

/** Of `session s`: its title, and its parent. */
export const headingColumns = `s.uid, s.parent, s.relation, ${titleColumns}`;

export interface HeadingRecord extends Titles {
  readonly uid: SessionUid;
  readonly parent: SessionUid | null;
  readonly relation: Relation | null;
}

export function toHeading({ uid, parent, relation, ...titles }: HeadingRecord): Heading {
  return { uid, parent, relation, title: shownTitle(titles) };
}

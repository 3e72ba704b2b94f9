import type { SessionUid } from '../../model/ids.ts';

/** A session for which it is not decided whether its title needs a detail. See `StoreWriter.undetailedTitles`. */
export interface UndetailedTitle {
  readonly session: SessionUid;
  readonly title: string;
  /** Another session has the same. */
  readonly isShared: boolean;
}

/** '' where the title says enough. */
export interface TitleDetail {
  readonly session: SessionUid;
  readonly detail: string;
}

import type { SessionUid } from '../../../model/ids.ts';
import { nameOf, titleColumns, type Titles } from '../../rows/title-ranks.ts';
import type { TitleDetail, UndetailedTitle } from '../../store.ts';
import { all, run, type Query } from '../query.ts';

export function* undetailedTitles(): Query<readonly UndetailedTitle[]> {
  const found = yield* all<Titles & { readonly uid: SessionUid }>(
    `select s.uid, ${titleColumns} from session s
      where s.custom_title is null and coalesce(s.relation, '') <> 'subagent'
        and (s.title_detail is null or s.title in (${repeated('title')}) or s.first_words in (${repeated('first_words')}))
      order by s.uid`,
  );
  const sessions = found.flatMap(({ uid, title_detail: detail, ...titles }) => {
    const title = nameOf(titles);
    return title === null ? [] : [{ session: uid, title, detail }];
  });
  const byTitle = Map.groupBy(sessions, ({ title }) => title);
  return sessions.flatMap(({ session, title, detail }) => {
    const isShared = byTitle.get(title)!.length > 1;
    return detail === null || (detail === '' && isShared) ? [{ session, title, isShared }] : [];
  });
}

export function* putTitleDetails(details: readonly TitleDetail[]): Query<void> {
  for (const { session, detail } of details)
    yield* run('update session set title_detail = ? where uid = ?', detail, session);
}

function repeated(column: 'title' | 'first_words'): string {
  return `select ${column} from session where ${column} is not null group by ${column} having count(*) > 1`;
}

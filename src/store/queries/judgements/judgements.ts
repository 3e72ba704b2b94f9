import type { Key, SessionUid } from '../../../model/ids.ts';
import type { Judgement } from '../../../model/judgement.ts';
import { judgementTable } from '../../rows/tables.ts';
import { get, insert, run, type Query } from '../query.ts';

export function* judgement(session: SessionUid): Query<Judgement | undefined> {
  const row = yield* get<{ judgement: string }>(
    `select j.judgement from session s join judgement j on j.tree = s.tree and j.session = s.uid where s.uid = ?`,
    session,
  );
  return row && (JSON.parse(row.judgement) as Judgement);
}

export function* putJudgement(tree: Key, judged: Judgement): Query<void> {
  yield* insert(
    judgementTable,
    [[tree, judged.session, judged.model, Date.parse(judged.at), JSON.stringify(judged)]],
    'on conflict (tree, session) do update set model = excluded.model, at = excluded.at, judgement = excluded.judgement',
  );
}

export function* dropJudgement(session: SessionUid): Query<void> {
  yield* run('delete from judgement where session = ?', session);
}

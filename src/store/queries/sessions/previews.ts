import type { SessionUid } from '../../../model/ids.ts';
import { maxDescendants, toPreviews, type PreviewRecords } from '../../rows/preview-record.ts';
import type { SessionPreview } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import { all, type Query } from '../query.ts';

export function* previews(db: Dialect, sessions: readonly SessionUid[]): Query<readonly SessionPreview[]> {
  const digests = yield* all<PreviewRecords['digests'][number]>(
    `select s.uid, d.digest from ${db.list('text')} ${db.joinInOrder} session s on s.uid = w.value
       ${db.joinInOrder} digest d on d.tree = s.tree and d.session = s.session`,
    sessions,
  );
  // A session may name itself among its ancestors, in hand-written files: `union` visits each once.
  const descent = yield* all<PreviewRecords['descent'][number]>(
    `with recursive descent (root, uid, parent) as (
       select ${db.uidText('w.value')}, ${db.uidText('w.value')}, ${db.uidText('null')} from ${db.list('text')}
       union select d.root, c.uid, c.parent from descent d ${db.joinInOrder} session c on c.parent = d.uid)
     select root, uid, parent from descent where uid <> root order by uid limit ?`,
    sessions,
    maxDescendants,
  );
  return toPreviews(sessions, { digests, descent });
}

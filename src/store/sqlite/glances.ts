import type { SessionUid } from '../../model/ids.ts';
import { isOpen, mostOffspring, toGlances, type GlanceRecords } from '../rows/glance-record.ts';
import type { SessionGlance } from '../store.ts';
import type { Connection } from './connection.ts';

export function glances(connection: Connection, sessions: readonly SessionUid[]): readonly SessionGlance[] {
  const wanted = JSON.stringify(sessions);
  const digests = connection.all<GlanceRecords['digests'][number]>(
    'select s.uid, d.digest from json_each(?) w cross join session s on s.uid = w.value cross join digest d on d.tree = s.tree and d.session = s.session',
    wanted,
  );
  const open = connection.all<GlanceRecords['open'][number]>(
    `select c.session as uid, count(*) as open from json_each(?) w cross join chain c on c.session = w.value where ${isOpen} group by 1`,
    wanted,
  );
  // A session may name itself among its ancestors, in files that somebody wrote: `union` sees each once.
  const descent = connection.all<GlanceRecords['descent'][number]>(
    `with recursive descent (root, uid, parent) as (
       select w.value, w.value, null from json_each(?) w union select d.root, c.uid, c.parent from descent d cross join session c on c.parent = d.uid)
     select root, uid, parent from descent where uid <> root order by uid limit ?`,
    wanted,
    mostOffspring,
  );
  return toGlances(sessions, { digests, open, descent });
}

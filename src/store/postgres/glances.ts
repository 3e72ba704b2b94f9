import type { SessionUid } from '../../model/ids.ts';
import { isOpen, mostOffspring, toGlances, type GlanceRecords } from '../rows/glance-record.ts';
import type { SessionGlance } from '../store.ts';
import type { Sql } from './sql.ts';

export async function glances(sql: Sql, sessions: readonly SessionUid[]): Promise<readonly SessionGlance[]> {
  const digests = await sql.all<GlanceRecords['digests'][number]>(
    'select s.uid, d.digest from session s join digest d on d.tree = s.tree and d.session = s.session where s.uid = any (?::text[])',
    sessions,
  );
  const open = await sql.all<GlanceRecords['open'][number]>(
    `select c.session as uid, count(*) as open from chain c where c.session = any (?::text[]) and ${isOpen} group by 1`,
    sessions,
  );
  const descent = await sql.all<GlanceRecords['descent'][number]>(
    `with recursive descent (root, uid, parent) as (
       select w collate "C", w collate "C", null::text collate "C" from unnest(?::text[]) w union select d.root, c.uid, c.parent from descent d join session c on c.parent = d.uid)
     select root, uid, parent from descent where uid <> root order by uid limit ?`,
    sessions,
    mostOffspring,
  );
  return toGlances(sessions, { digests, open, descent });
}

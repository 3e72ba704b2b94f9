/**
 * The functions of `0015-lineage-for-people` for a database that Citus distributes: the same answers, by statements
 * that each name one tree. Citus plans neither a recursive query that follows rows, nor one with parameters that is
 * planned once.
 */
export const lineageByTree = `
  -- What is shown of events of one tree, in the order of their ids, each with its number.
  create or replace function stemma_shown(of_tree bigint, ids bigint[])
  returns table (number integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
  language plpgsql stable as $$
  #variable_conflict use_column
  begin
    return query
      with found as materialized (
        select e.id, e.uuid, e.parent_uuid, e.instance_id, e.event_type, e.timestamp, e.payload
          from session_events e where e.tree = of_tree and e.id = any (ids))
      select w.number::integer, f.uuid, f.parent_uuid, f.instance_id, f.event_type, f.timestamp, f.payload
        from unnest(ids) with ordinality w(id, number) join found f on f.id = w.id order by w.number;
  end
  $$;

  -- As before; it went while the tables were distributed.
  create or replace function get_recent_events(instance text, most integer default 50) returns setof session_events language plpgsql stable as $$
  #variable_conflict use_column
  begin
    return query select * from session_events e where e.instance_id = instance order by e.seq desc limit stemma_bound('The number of events', most);
  end
  $$;

  -- Asked for each row where its shard is, it may lead to another one.
  alter function stemma_root(bigint, bigint) set citus.allow_nested_distributed_execution = on;

  create or replace function get_parent_chain(event_uuid text, most integer default 1000)
  returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
  language plpgsql stable as $$
  #variable_conflict use_column
  declare
    rows_wanted integer := stemma_bound('The number of parents', most) + 1;
    start_tree  bigint;
    start_id    bigint;
    ids         bigint[];
  begin
    select e.tree, e.id into start_tree, start_id from stemma_event(event_uuid) e;
    select array_agg(p.id order by p.depth) into ids from stemma_parents(start_tree, start_id, rows_wanted) p;
    return query select s.number - 1, s.uuid, s.parent_uuid, s.instance_id, s.event_type, s.timestamp, s.payload
      from stemma_shown(start_tree, ids) s order by s.number;
  end
  $$;
  alter function get_parent_chain(text, integer) reset all;

  create or replace function get_child_events(event_uuid text, most integer default 1000, deepest integer default 1)
  returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
  language plpgsql stable as $$
  #variable_conflict use_column
  declare
    rows_wanted integer := stemma_bound('The number of events', most);
    last_level  integer := stemma_bound('The number of levels', deepest);
    start_tree  bigint;
    start_id    bigint;
    ids         bigint[];
    sessions    bigint[];
    seqs        bigint[];
    met         bigint[];
    depths      integer[] := '{}';
    found       bigint[] := '{}';
  begin
    select e.tree, e.id into start_tree, start_id from stemma_event(event_uuid) e;
    select array[e.id], array[e.session::bigint], array[e.seq::bigint] into ids, sessions, seqs
      from event e where e.tree = start_tree and e.id = start_id;
    met := ids;
    for level in 1 .. last_level loop
      exit when ids is null or cardinality(found) >= rows_wanted;
      select array_agg(c.id order by c.session, c.seq), array_agg(c.session order by c.session, c.seq), array_agg(c.seq order by c.session, c.seq)
        into ids, sessions, seqs
        from (select e.id, e.session::bigint as session, e.seq::bigint as seq
                from unnest(sessions, seqs) w(session, seq)
                join event e on e.tree = start_tree and e.session = w.session and e.parent = w.seq and e.seq between w.seq and w.seq + 32
              union
              select e.id, e.session, e.seq from unnest(sessions, seqs) w(session, seq)
                join event e on e.tree = start_tree and e.session = w.session and e.parent = w.seq and e.seq - e.parent not between 0 and 32
              union
              select e.id, e.session, e.seq from unnest(ids) w(id)
                join event e on e.tree = start_tree and e.parent = -w.id and e.seq - e.parent not between 0 and 32) c
       where c.id <> all (met);
      met := met || ids;
      found := found || ids;
      depths := depths || array_fill(level, array[coalesce(cardinality(ids), 0)]);
    end loop;
    return query select depths[s.number], s.uuid, s.parent_uuid, s.instance_id, s.event_type, s.timestamp, s.payload
      from stemma_shown(start_tree, found[1:rows_wanted]) s order by s.number;
  end
  $$;
  alter function get_child_events(text, integer, integer) reset all;
`;

import type { Migration } from '../../queries/migrations.ts';

/** Views and functions for people with `psql`; nothing in stemma reads them. docs/postgres.md shows how. */
export const forPeople: Migration = {
  name: '0002-for-people',
  sql: `
    -- The digits of an id: Crockford's, eleven to a number (src/model/ids.ts).
    create function stemma_digits(number bigint) returns text language sql immutable strict parallel safe as $$
      select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((number >> (5 * place)) & 31)::int + 1, 1), '' order by place desc)
        from generate_series(0, 10) place
    $$;
    create function stemma_number(digits text) returns bigint language sql immutable strict parallel safe as $$
      select sum((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(digits, place, 1)) - 1)::bigint << (5 * (11 - place)))::bigint
        from generate_series(1, 11) place
    $$;
    create function event_id(tree bigint, id bigint) returns text language sql immutable strict parallel safe as $$
      select 'ev_' || stemma_digits(id) || stemma_digits(tree)
    $$;

    create view event_words as
      select s.uid, e.seq, to_timestamp(e.at / 1000.0) as at, kind.word as kind, act.word as act, role.word as role,
             origin.word as origin, e.failed = 1 as failed, e.type, e.tool, e.summary, e.native, e.parent, e.step, e.turn
        from event e
        join session s on s.tree = e.tree and s.session = e.session
        join code kind on kind.field = 'kind' and kind.code = e.kind
        left join code act on act.field = 'act' and act.code = e.act
        left join code role on role.field = 'role' and role.code = e.role
        left join code origin on origin.field = 'origin' and origin.code = e.origin;

    create view edge_words as
      select s.uid, g.effect, g.cause, g.cause_tree, basis.word as basis, g.confidence / 1000.0 as confidence, g.evidence,
             (select string_agg(word, ',') from code where field = 'edge_type'
                and code in (g.types & 15, g.types >> 4 & 15, g.types >> 8 & 15, g.types >> 12 & 15)) as types
        from edge g
        join session s on s.tree = g.tree and s.session = g.session
        join code basis on basis.field = 'basis' and basis.code = g.basis;

    -- Every event with the one it follows. instance_id is the session.
    create view session_events as
      select event_id(e.tree, e.id) as uuid,
             case when e.parent < 0 then event_id(e.tree, -e.parent)
                  else (select event_id(p.tree, p.id) from event p where p.tree = e.tree and p.session = e.session and p.seq = e.parent) end as parent_uuid,
             s.uid as instance_id,
             kind.word as event_type,
             to_timestamp(e.at / 1000.0) as timestamp,
             jsonb_build_object('seq', e.seq, 'act', act.word, 'role', role.word, 'origin', origin.word, 'tool', e.tool, 'type', e.type,
               'summary', e.summary, 'failed', e.failed = 1, 'duration_ms', e.duration_ms, 'model', e.model,
               'native_id', case e.native when '' then 'line:' || e.line else e.native end) as payload,
             e.tree, e.id
        from event e
        join session s on s.tree = e.tree and s.session = e.session
        join code kind on kind.field = 'kind' and kind.code = e.kind
        left join code act on act.field = 'act' and act.code = e.act
        left join code role on role.field = 'role' and role.code = e.role
        left join code origin on origin.field = 'origin' and origin.code = e.origin;

    -- An event, its parent, its parent's parent ..., nearest first; depth 0 is the event itself. Ends after so many rows, or where a chain comes back to itself (round a large circle it may go more than once).
    create function get_parent_chain(event_uuid text, most integer default 1000)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language plpgsql stable as $$
    #variable_conflict use_column
    declare
      start_tree bigint := stemma_number(substr(event_uuid, 15, 11));
      start_id   bigint := stemma_number(substr(event_uuid, 4, 11));
    begin
      return query
        with recursive walk (depth, tree, session, seq, id, parent, path) as (
          select 0, e.tree, e.session, e.seq, e.id, e.parent, array[e.id] from event e where e.tree = start_tree and e.id = start_id
          union all
          select w.depth + 1, p.tree, p.session, p.seq, p.id, p.parent, case when w.depth % 64 = 0 then array[p.id] else w.path || p.id end
            from walk w join event p on p.tree = w.tree and p.id = case when w.parent < 0 then -w.parent
              else (select x.id from event x where x.tree = w.tree and x.session = w.session and x.seq = w.parent) end
           where not p.id = any (w.path) and p.id <> start_id
        ), few as (select * from walk limit most)
        select s.depth, v.uuid, v.parent_uuid, v.instance_id, v.event_type, v.timestamp, v.payload
          from few s join session_events v on v.tree = s.tree and v.id = s.id order by s.depth;
    end
    $$;

    -- What came of an event: its children, their children ..., nearest first; depth 1 are its own children.
    create function get_child_events(event_uuid text, most integer default 1000, deepest integer default 1)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language plpgsql stable as $$
    #variable_conflict use_column
    declare
      start_tree bigint := stemma_number(substr(event_uuid, 15, 11));
      start_id   bigint := stemma_number(substr(event_uuid, 4, 11));
    begin
      return query
        with recursive walk (depth, tree, session, seq, id) as (
          select 0, e.tree, e.session, e.seq, e.id from event e where e.tree = start_tree and e.id = start_id
          union
          select w.depth + 1, c.tree, c.session, c.seq, c.id from walk w cross join lateral (
              select e.tree, e.session, e.seq, e.id from event e where e.tree = w.tree and e.session = w.session and e.seq between w.seq and w.seq + 32 and e.parent = w.seq
              union all
              select e.tree, e.session, e.seq, e.id from event e where e.tree = w.tree and e.parent = w.seq and e.session = w.session and e.seq - e.parent not between 0 and 32
              union all
              select e.tree, e.session, e.seq, e.id from event e where e.tree = w.tree and e.parent = -w.id and e.seq - e.parent not between 0 and 32
            ) c where w.depth < deepest
        ), few as (select min(w.depth) as depth, w.tree, w.session, w.seq, w.id from walk w where w.depth > 0 group by 2, 3, 4, 5 order by 1, 3, 4 limit most)
        select s.depth, v.uuid, v.parent_uuid, v.instance_id, v.event_type, v.timestamp, v.payload
          from few s join session_events v on v.tree = s.tree and v.id = s.id order by s.depth, s.session, s.seq;
    end
    $$;
  `,
};

import type { Migration } from '../../queries/migrations.ts';

/**
 * The functions of 0002, faster: a chain of 100 took 7 ms, one of 10,000 most of a second.
 * docs/decisions/024-postgresql.md has the measurements.
 */
export const quickWalks: Migration = {
  name: '0004-quick-walks',
  sql: `
    -- Spelled out: an aggregate over eleven places takes ten times as long.
    create or replace function stemma_digits(number bigint) returns text language sql immutable strict parallel safe as $$
      select ${Array.from({ length: 11 }, (_, place) => `substr('0123456789abcdefghjkmnpqrstvwxyz', (number >> ${5 * (10 - place)} & 31)::int + 1, 1)`).join('\n        || ')}
    $$;

    -- The words of codes are looked up once for all rows, and not in each.
    create or replace view session_events as
      select event_id(e.tree, e.id) as uuid,
             case when e.parent < 0 then event_id(e.tree, -e.parent)
                  else (select event_id(p.tree, p.id) from event p where p.tree = e.tree and p.session = e.session and p.seq = e.parent) end as parent_uuid,
             s.uid as instance_id,
             (array(select word from code where field = 'kind' order by code))[e.kind] as event_type,
             to_timestamp(e.at / 1000.0) as timestamp,
             jsonb_build_object('seq', e.seq,
               'act', (array(select word from code where field = 'act' order by code))[e.act],
               'role', (array(select word from code where field = 'role' order by code))[e.role],
               'origin', (array(select word from code where field = 'origin' order by code))[e.origin],
               'tool', e.tool, 'type', e.type, 'summary', e.summary, 'failed', e.failed = 1, 'duration_ms', e.duration_ms, 'model', e.model,
               'native_id', case e.native when '' then 'line:' || e.line else e.native end) as payload,
             e.tree, e.id
        from event e join session s on s.tree = e.tree and s.session = e.session;

    -- Parents mostly lie just before their children: so the session is read backwards, and every row is either the next parent or passed over.
    create function stemma_parents(start_tree bigint, start_id bigint, most integer) returns table (depth integer, id bigint)
    language plpgsql stable rows 100 as $$
    #variable_conflict use_column
    declare
      here       record;
      at_session integer;
      wanted     bigint;                -- a seq of that session
      before     integer;
      seen       bigint[] := '{}';
      may_circle boolean := false;      -- only a chain that led to a later event, or elsewhere, can come back to itself
    begin
      select e.session, e.seq into at_session, wanted from event e where e.tree = start_tree and e.id = start_id;
      depth := 0;
      while wanted is not null loop
        before := depth;
        for here in select e.seq, e.id, e.parent from event e where e.tree = start_tree and e.session = at_session and e.seq <= wanted order by e.seq desc limit 2000 loop
          if here.seq <> wanted then
            -- Not here, or so far that it is looked up instead.
            exit when here.seq < wanted or here.seq > wanted + 64;
            continue;
          end if;
          if depth = most or may_circle and here.id = any (seen) then return; end if;
          id := here.id;
          return next;
          depth := depth + 1;
          seen[depth] := here.id;
          wanted := here.parent;
          exit when wanted is null or wanted < 0 or wanted >= here.seq;
        end loop;
        if depth = before then return; end if;
        may_circle := may_circle or wanted < 0 or wanted >= here.seq;
        if wanted < 0 then
          select e.session, e.seq into at_session, wanted from event e where e.tree = start_tree and e.id = -wanted;
        end if;
      end loop;
    end
    $$;

    -- An event, its parent, its parent's parent ..., nearest first; depth 0 is the event itself. Ends after so many rows, or where a chain comes back to itself.
    -- The plan is the same for every chain, and to make it takes longer than to walk one of a hundred.
    create or replace function get_parent_chain(event_uuid text, most integer default 1000)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    declare
      tree_digits text   := substr(event_uuid, 15, 11);
      start_tree  bigint := stemma_number(tree_digits);
      start_id    bigint := stemma_number(substr(event_uuid, 4, 11));
    begin
      return query
        select w.depth, w.uuid,
               -- The next one is its parent; only the last one's must be looked up.
               coalesce(lead(w.uuid) over (order by w.depth), (select l.parent_uuid from session_events l where l.tree = start_tree and l.id = w.id)),
               v.instance_id, v.event_type, v.timestamp, v.payload
          from (select p.depth, p.id, 'ev_' || stemma_digits(p.id) || tree_digits as uuid from stemma_parents(start_tree, start_id, most) p) w
          -- One by one (offset 0): left to itself the server takes trees to be small, and reads all of one.
          cross join lateral (select e.* from session_events e where e.tree = start_tree and e.id = w.id offset 0) v order by w.depth;
    end
    $$;

    -- What came of an event: its children, their children ..., nearest first; depth 1 are its own children.
    create or replace function get_child_events(event_uuid text, most integer default 1000, deepest integer default 1)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
          from few s cross join lateral (select e.* from session_events e where e.tree = s.tree and e.id = s.id offset 0) v order by s.depth, s.session, s.seq;
    end
    $$;
  `,
};

import type { Migration } from '../../queries/migrations.ts';

/**
 * What people who keep their own event table expect: the term an event was logged with, what was logged, the first of
 * its parents. The columns of before keep their names and places, because views of others may use them.
 */
export const lineageForPeople: Migration = {
  name: '0015-lineage-for-people',
  sql: `
    -- An id or its beginning. Nothing when there is no such event; a text that is no id is an error and not an empty answer.
    create function stemma_event(name text, out tree bigint, out id bigint) language plpgsql stable as $$
    #variable_conflict use_column
    declare
      digits text := substr(name, 4);
      found  integer;
    begin
      if name is null or name !~ '^ev_[0-9a-hjkmnp-tv-z]{4,22}$' then
        raise exception '% is no id of an event.', coalesce(quote_literal(name), 'null')
          using errcode = 'invalid_parameter_value', hint = 'Ids look like ev_0a1b2c3d…: column uuid of session_events has them, and every command of stemma prints them.';
      end if;
      if length(digits) = 22 then
        tree := stemma_number(substr(digits, 12));
        id   := stemma_number(substr(digits, 1, 11));
        return;
      end if;
      select count(*), min(e.tree), min(e.id) into found, tree, id from (
        select e.tree, e.id from event e
         where e.id between stemma_number(rpad(left(digits, 11), 11, '0')) and stemma_number(rpad(left(digits, 11), 11, 'z'))
           and event_id(e.tree, e.id) like name || '%' limit 2) e;
      if found > 1 then
        raise exception 'More than one event begins with %.', name
          using errcode = 'invalid_parameter_value', hint = 'Give more of its id.';
      end if;
    end
    $$;

    create function stemma_bound(name text, value integer) returns integer language plpgsql immutable as $$
    begin
      if value is null or value < 1 then
        raise exception '% must be 1 or more (got %).', name, coalesce(value::text, 'null') using errcode = 'invalid_parameter_value';
      end if;
      return value;
    end
    $$;

    -- The last of its parents that is known; itself when it has none.
    create function stemma_root(start_tree bigint, start_id bigint) returns bigint language sql stable as $$
      select p.id from stemma_parents(start_tree, start_id, 1000000) p order by p.depth desc limit 1
    $$;

    create or replace view session_events as
      select event_id(e.tree, e.id) as uuid,
             case when e.parent < 0 then event_id(e.tree, -e.parent)
                  else (select event_id(p.tree, p.id) from event p where p.tree = e.tree and p.session = e.session and p.seq = e.parent) end as parent_uuid,
             s.uid as instance_id,
             coalesce(e.type, (array(select word from code where field = 'kind' order by code))[e.kind]) as event_type,
             to_timestamp(e.at / 1000.0) as timestamp,
             -- What a program logged; of an agent's event, whose record is in the archive, what is known of it.
             coalesce(e.payload::jsonb, jsonb_strip_nulls(jsonb_build_object('seq', e.seq,
               'act', (array(select word from code where field = 'act' order by code))[e.act],
               'role', (array(select word from code where field = 'role' order by code))[e.role],
               'origin', (array(select word from code where field = 'origin' order by code))[e.origin],
               'tool', e.tool, 'type', e.type, 'summary', e.summary, 'failed', e.failed = 1, 'duration_ms', e.duration_ms, 'model', e.model,
               'native_id', case e.native when '' then 'line:' || e.line else e.native end))) as payload,
             e.tree, e.id,
             (array(select word from code where field = 'kind' order by code))[e.kind] as kind,
             case when e.parent is null then event_id(e.tree, e.id)
                  when e.root < 0 then event_id(e.tree, -e.root)
                  when e.root is not null then (select event_id(r.tree, r.id) from event r where r.tree = e.tree and r.session = e.session and r.seq = e.root)
                  else event_id(e.tree, stemma_root(e.tree, e.id)) end as root_uuid,
             e.seq, e.summary, e.failed = 1 as failed, e.tool, e.duration_ms,
             (array(select word from code where field = 'role' order by code))[e.role] as role,
             coalesce(s.relation = 'subagent', false) as is_sidechain,
             case when s.evicted_at is null then event_id(e.tree, e.id) end as payload_ref
        from event e join session s on s.tree = e.tree and s.session = e.session;

    -- An event (depth 0), its parent, its parent's parent ..., nearest first: at most so many parents.
    create or replace function get_parent_chain(event_uuid text, most integer default 1000)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    declare
      rows_wanted integer := stemma_bound('The number of parents', most) + 1;
      start_tree  bigint;
      start_id    bigint;
      tree_digits text;
    begin
      select e.tree, e.id into start_tree, start_id from stemma_event(event_uuid) e;
      tree_digits := stemma_digits(start_tree);
      return query
        select w.depth, w.uuid,
               -- The next one is its parent; only the last one's must be looked up.
               coalesce(lead(w.uuid) over (order by w.depth), (select l.parent_uuid from session_events l where l.tree = start_tree and l.id = w.id)),
               v.instance_id, v.event_type, v.timestamp, v.payload
          from (select p.depth, p.id, 'ev_' || stemma_digits(p.id) || tree_digits as uuid from stemma_parents(start_tree, start_id, rows_wanted) p) w
          -- One by one (offset 0): left to itself the server takes trees to be small, and reads all of one.
          cross join lateral (select e.instance_id, e.event_type, e.timestamp, e.payload from session_events e where e.tree = start_tree and e.id = w.id offset 0) v
         order by w.depth;
    end
    $$;

    -- What came of an event: its children, their children ..., nearest first; depth 1 are its own children.
    create or replace function get_child_events(event_uuid text, most integer default 1000, deepest integer default 1)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    declare
      rows_wanted integer := stemma_bound('The number of events', most);
      last_level  integer := stemma_bound('The number of levels', deepest);
      start_tree  bigint;
      start_id    bigint;
    begin
      select e.tree, e.id into start_tree, start_id from stemma_event(event_uuid) e;
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
            ) c where w.depth < last_level
        ), few as (select min(w.depth) as depth, w.tree, w.session, w.seq, w.id from walk w where w.depth > 0 group by 2, 3, 4, 5 order by 1, 3, 4 limit rows_wanted)
        select s.depth, v.uuid, v.parent_uuid, v.instance_id, v.event_type, v.timestamp, v.payload
          from few s cross join lateral (select e.uuid, e.parent_uuid, e.instance_id, e.event_type, e.timestamp, e.payload from session_events e where e.tree = s.tree and e.id = s.id offset 0) v
         order by s.depth, s.session, s.seq;
    end
    $$;

    -- The latest events of a session, newest first.
    create function get_recent_events(instance text, most integer default 50) returns setof session_events language plpgsql stable as $$
    #variable_conflict use_column
    begin
      return query select * from session_events e where e.instance_id = instance order by e.seq desc limit stemma_bound('The number of events', most);
    end
    $$;
  `,
};

import type { Migration } from '../migrate.ts';

/** What 0002 has for people, quicker: a chain of 100 took 7 ms, one of 10,000 most of a second. docs/decisions/024-postgresql.md has what was measured. */
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
    -- In plain SQL, so that columns nobody asks for are not made.
    create or replace function get_parent_chain(event_uuid text, most integer default 1000)
    returns table (depth integer, uuid text, parent_uuid text, instance_id text, event_type text, "timestamp" timestamptz, payload jsonb)
    language sql stable as $$
      select w.depth, v.uuid, v.parent_uuid, v.instance_id, v.event_type, v.timestamp, v.payload
        from stemma_parents(stemma_number(substr(event_uuid, 15, 11)), stemma_number(substr(event_uuid, 4, 11)), most) w
        join session_events v on v.tree = stemma_number(substr(event_uuid, 15, 11)) and v.id = w.id order by w.depth
    $$;
  `,
};

import type { Migration } from '../../queries/migrations.ts';

/** Sums of usage, so that a cost question need not add up a million events. */
export const usage: Migration = {
  name: '0007-usage',
  sql: `
    alter table event add column cache_write_1h integer;   -- of cache_write: kept for an hour

    create table usage (
      tree           integer not null,
      session        integer not null,
      model          text    not null,            -- '' when it is not known
      paid           integer not null,            -- 1 for what the agent itself said the cost of
      slot           integer not null,            -- half hours since 1970, UTC; 0 for what has no time
      input          integer not null,
      output         integer not null,
      cache_read     integer not null,
      cache_write    integer not null,
      cache_write_1h integer not null,
      usd            real    not null,
      primary key (tree, session, model, paid, slot)
    ) strict, without rowid;

    insert into usage
      select tree, session, '', usd is not null, coalesce(at, 0) / 1800000,
             sum(coalesce(input, 0)), sum(coalesce(output, 0)), sum(coalesce(cache_read, 0)), sum(coalesce(cache_write, 0)), 0, sum(coalesce(usd, 0.0))
        from event where input is not null or usd is not null group by 1, 2, 3, 4, 5;
    insert or replace into meta select 'outdated', '0007-usage' where exists (select 1 from event);
  `,
};

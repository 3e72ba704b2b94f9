import type { Migration } from '../../queries/migrations.ts';

/**
 * A flag that one process clears while another sets it loses the change. So this counts how often a session changed,
 * and at which count its digest was derived.
 */
export const digests: Migration = {
  name: '0003-digests',
  sql: `
    alter table session add column changes bigint not null default 1;
    alter table session add column summed  bigint not null default 0;
    update session set summed = changes where unanalyzed = 0;
    drop index session_unanalyzed;
    alter table session drop column unanalyzed;
    create index session_unsummed on session (tree) where changes <> summed;
  `,
};

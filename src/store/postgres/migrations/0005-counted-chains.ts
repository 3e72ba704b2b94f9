import type { Migration } from '../../queries/migrations.ts';

/** Failures are counted by indexes alone. None by type: a type may be longer than an index of PostgreSQL allows. */
export const countedChains: Migration = {
  name: '0005-counted-chains',
  sql: `
    drop index chain_by_fingerprint;
    create index chain_by_fingerprint on chain (fingerprint, at) include (kind, state, session);
  `,
};

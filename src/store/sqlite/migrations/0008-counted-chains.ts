import type { Migration } from '../../queries/migrations.ts';

/** Failures are counted by indexes alone. Creates indexes only: a second for 100,000 failures. */
export const countedChains: Migration = {
  name: '0008-counted-chains',
  sql: `
    drop index chain_by_fingerprint;
    drop index chain_by_time;
    drop index chain_by_session;
    create index chain_by_fingerprint on chain (fingerprint, at, kind, state);
    create index chain_by_meeting     on chain (fingerprint, session, kind, state, at);
    create index chain_by_time        on chain (at, kind, state, fingerprint, type);
    create index chain_by_session     on chain (session, at, kind, state, fingerprint, type) where session is not null;
    create index chain_by_type        on chain (type, kind, state, at);
  `,
};

import type { Migration } from '../../queries/migrations.ts';

/** What models judged. It is kept through every rebuild, and applied again after it. */
export const judgements: Migration = {
  name: '0011-judgements',
  sql: `
    create table judgement (
      tree       integer not null,
      session    text    not null,                -- uid
      model      text    not null,
      at         integer not null,
      judgement  text    not null,                -- JSON, see model/judgement.ts
      primary key (tree, session)
    ) strict, without rowid;
    alter table chain add column judged text;      -- JSON: who judged it, and the mined chain it replaced
    alter table session add column judged_by text; -- the model
  `,
};

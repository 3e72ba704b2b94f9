import type { Migration } from '../../queries/migrations.ts';

/** What models judged. It is kept through every rebuild, and applied again after it. */
export const judgements: Migration = {
  name: '0008-judgements',
  sql: `
    create table judgement (
      tree       bigint not null,
      session    text   collate "C" not null,      -- uid
      model      text   collate "C" not null,
      at         bigint not null,
      judgement  text   collate "C" not null,      -- JSON, see model/judgement.ts
      primary key (tree, session)
    );
    alter table chain add column judged text collate "C";      -- JSON: who judged it, and the mined chain it replaced
    alter table session add column judged_by text collate "C"; -- the model
  `,
};

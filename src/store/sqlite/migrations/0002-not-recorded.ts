import type { Migration } from '../../queries/migrations.ts';

/**
 * What a session's agent does not record; a comma between the values. Older sessions have none until they are read
 * again.
 */
export const notRecorded: Migration = {
  name: '0002-not-recorded',
  sql: 'alter table session add column not_recorded text',
};

import type { Migration } from '../../queries/migrations.ts';

/**
 * What its agent does not record of a session; a comma between the words. Sessions from before say nothing until they
 * are read again.
 */
export const notRecorded: Migration = {
  name: '0002-not-recorded',
  sql: 'alter table session add column not_recorded text',
};

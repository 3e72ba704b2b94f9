import { resolve } from 'node:path';
import { StemmaError } from '../model/stemma-error.ts';

/** Whether it names a server, and no file. */
export function isPostgres(address: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(address);
}

/**
 * The archive for an address: a file, relative to a folder, or a PostgreSQL URL. `who` is where it was named. Anything
 * else is refused without repeating it: it may hold a password.
 */
export function archiveAddress(named: string, who: string, folder = '.'): string {
  if (isPostgres(named)) {
    if (URL.canParse(named)) return named;
    throw notAnAddress(`${who} is not the address of a PostgreSQL: it cannot be read.`);
  }
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(named)?.[1];
  if (scheme !== undefined)
    throw notAnAddress(`${who} begins with ${scheme}://, and an archive is a file or in PostgreSQL.`);
  return resolve(folder, named);
}

function notAnAddress(message: string): StemmaError {
  return new StemmaError('bad-argument', message, {
    hint: 'Give a file, or postgres://user:password@host:port/database. In a password write %40 for @, %3A for :, %2F for / and %23 for #.',
  });
}

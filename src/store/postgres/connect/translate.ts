import { StemmaError } from '../../../model/stemma-error.ts';

/**
 * An error of PostgreSQL or of the connection, as a message a person can act on. Anything unknown is a bug and stays as
 * it is.
 */
export function translate(error: unknown, address: string): unknown {
  if (error instanceof StemmaError) return error;
  const code = codeOf(error);
  if (isLost(error)) {
    return new StemmaError(
      'store-unreachable',
      `The PostgreSQL at ${address} does not answer (${messageOf(error)}); nothing of this step was kept.`,
      {
        hint: 'Once it runs again, run the command again: it goes on where it stopped.',
        cause: error,
      },
    );
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case '28P01':
    case '28000':
    case '3D000':
      return new StemmaError(
        'store-unreachable',
        `The PostgreSQL at ${address} does not let us in: ${messageOf(error)}.`,
        {
          hint: 'Check the address (postgres://user:password@host:port/database) and that the database was made: `createdb stemma`.',
          cause: error,
        },
      );
    case '53100':
      return new StemmaError(
        'disk-full',
        `The disk of the PostgreSQL at ${address} is full; nothing of this step was kept.`,
        {
          hint: 'Free some space there and run the command again: it goes on where it stopped.',
          cause: error,
        },
      );
    case '53300':
    case '55P03':
    case '57014':
    case '40P01':
    case '40001':
      return new StemmaError('store-busy', `The PostgreSQL at ${address} is too busy: ${messageOf(error)}.`, {
        hint: 'Wait until it is less so and try again.',
        cause: error,
      });
    case '42501':
    case '25006':
      return new StemmaError(
        'store-unwritable',
        `The PostgreSQL at ${address} does not let us write: ${messageOf(error)}.`,
        {
          hint: 'Give the user of the address the rights on the database, or name another.',
          cause: error,
        },
      );
    default:
      return error;
  }
}

/** The connection is gone, or could not be made: the server restarts, or was never there. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return lostCodes.has(code) || code.startsWith('08');
  return error instanceof AggregateError
    ? error.errors.some(isLost)
    : /connection terminated|connection ended|client has encountered a connection error|not queryable|timeout exceeded when trying to connect/i.test(
        String((error as Error | undefined)?.message),
      );
}

/** The statement itself is fine: others were in the way. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error) ?? '');
}

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
]);
const conflictCodes = new Set(['40001', '40P01', '23505']);

function codeOf(error: unknown): string | undefined {
  return (error as { readonly code?: string } | undefined)?.code;
}

function messageOf(error: unknown): string {
  const { message, code } = error as Error & { readonly code?: string };
  return (message || code || String(error)).replace(/\.$/, '');
}

/** The server and the database, without the password. */
export function addressOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url);
    return `${searchParams.get('host') ?? (hostname || 'localhost')}${port ? `:${port}` : ''}${pathname}`;
  } catch {
    return 'the address given';
  }
}

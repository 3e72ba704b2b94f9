import { StemmaError } from '../model/stemma-error.ts';
import { isPostgres } from './archive-address.ts';

/** Whether an archive can be read as it is. One of an older stemma must be opened to write first; so must an empty one. */
export async function isCurrent(address: string): Promise<boolean> {
  if (!isPostgres(address)) {
    const { openAsItIs } = await import('./sqlite/open-as-it-is.ts');
    using archive = openAsItIs(address);
    return archive !== undefined;
  }
  const { openPostgres } = await import('./postgres/open.ts');
  try {
    await (await openPostgres(address, { mode: 'read', asItIs: true }))[Symbol.asyncDispose]();
    return true;
  } catch (error) {
    if (error instanceof StemmaError && error.code === 'store-unwritable') return false;
    throw error;
  }
}

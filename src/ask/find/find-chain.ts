import type { Chain } from '../../model/chain.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

const shown = 10;

/** The failure meant by the id of its chain, or the beginning of one. */
export async function findChain(read: StoreReader, name: string): Promise<Chain> {
  const found = await read.findChains(name, shown + 1);
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    throw new StemmaError('chain-not-found', `There is no chain "${redact(name)}" in this archive.`, {
      hint: '`stemma unresolved` and `stemma similar TEXT` show the ids there are.',
    });
  }
  const candidates = found
    .slice(0, shown)
    .map(({ id, error }) => `${id}  ${error.at?.slice(0, 10) ?? ''}  ${cut(error.message)}`);
  throw new StemmaError(
    'ambiguous-id',
    `"${redact(name)}" is the beginning of ${found.length > shown ? `more than ${shown}` : found.length} chains.`,
    {
      hint: ['Give more of it; it could be', ...candidates, ...(found.length > shown ? ['and more'] : [])].join('\n'),
    },
  );
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

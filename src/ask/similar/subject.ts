import type { Chain } from '../../model/chain.ts';
import type { Event } from '../../model/event.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { findChain } from '../find/find-chain.ts';
import { findEvent } from '../find/find-event.ts';
import { refOf } from '../walk/step.ts';

/**
 * What people mean when they ask what is similar: a failure of the archive when it is the id of one, else the text
 * itself.
 */
export async function similarTo(read: StoreReader, words: string): Promise<string | Event | Chain> {
  const name = words.trim();
  if (/^ch_[0-9a-z]+$/.test(name)) return findChain(read, name);
  if (/^ev_[0-9a-z]+$/.test(name)) return failing(await findEvent(read, name));
  // An agent's own ids look like words; text that happens to look like one stays text.
  if (!/^(?:toolu|call|fc)_[\w-]{8,}$/.test(name)) return words;
  const found = await read.findEvents(name, undefined, 2);
  return found.length === 0 ? words : failing(await findEvent(read, name));
}

/** The failure that an id stands for: that of a chain, or of a failing event. */
export async function chainNamed(read: StoreReader, name: string): Promise<Chain> {
  if (!name.startsWith('ev_')) return findChain(read, name);
  const event = failing(await findEvent(read, name));
  const chain = await chainOf(read, event);
  if (chain) return chain;
  throw new StemmaError('chain-not-found', `The archive has no story of the event ${event.id}.`, {
    hint: '`stemma rebuild` finds failures in an archive of an older stemma.',
  });
}

/** The chain of a step that failed, by its call or its result. */
export async function chainOf(read: StoreReader, event: Event): Promise<Chain | undefined> {
  const { tree, event: chain } = refOf(event.step ?? event.id);
  return read.chain({ tree, chain });
}

function failing(event: Event): Event {
  if (event.failed) return event;
  throw new StemmaError('bad-argument', `The event ${event.id} did not fail.`, {
    hint: '`stemma errors SESSION` shows what failed; `stemma similar TEXT` takes any error output.',
  });
}

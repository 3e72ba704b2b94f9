import type { Event } from '../../model/event.ts';
import { refOf } from '../walk/step.ts';
import type { OutlineChain, StoreReader } from '../../store/store.ts';
import { storiesOfChains, type ErrorStory } from '../errors/errors.ts';

/**
 * The failure a step belongs to: its own; otherwise one it is part of, the more important part first and of several the
 * latest.
 */
export async function storyWith(read: StoreReader, step: Event): Promise<ErrorStory | null> {
  const { tree, event } = refOf(step.id);
  const own = await read.chain({ tree, chain: event });
  const chain = own ?? (await partOf(read, step));
  if (chain === undefined) return null;
  const [story] = await storiesOfChains(read, [chain]);
  return story as ErrorStory;
}

async function partOf(read: StoreReader, step: Event): Promise<Awaited<ReturnType<StoreReader['chain']>>> {
  const { event } = refOf(step.id);
  const parts: readonly ((chain: OutlineChain) => boolean)[] = [
    ({ attempts }) => attempts.some(({ event: tried, successful }) => tried === event && successful !== false),
    ({ verifiedBy }) => verifiedBy === step.id,
    ({ attempts }) => attempts.some(({ event: tried }) => tried === event),
    ({ culprit }) => culprit.includes(step.id),
  ];
  let best: { readonly chain: OutlineChain; readonly part: number } | undefined;
  for (let after = 0; ;) {
    const chains = await read.outlineChains(step.session, { after, limit: atOnce });
    for (const chain of chains) {
      const part = parts.findIndex((hasPart) => hasPart(chain));
      if (
        part >= 0 &&
        (best === undefined || part < best.part || (part === best.part && (chain.at ?? 0) > (best.chain.at ?? 0)))
      )
        best = { chain, part };
    }
    if (chains.length < atOnce) break;
    after = chains.at(-1)!.chain;
  }
  return best && (await read.chain(best.chain));
}

const atOnce = 1_000;

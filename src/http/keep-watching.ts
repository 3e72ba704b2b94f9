import { setTimeout as sleep } from 'node:timers/promises';
import { watch, type WatchOptions } from '../live/watch/watch.ts';
import { StemmaError } from '../model/stemma-error.ts';

export interface WatchParts extends WatchOptions {
  /** Prints why it stopped for a while. */
  readonly print: (text: string) => void;
}

/**
 * Watches until the signal. An archive that cannot be written to now is tried again; one that never can be is not
 * watched. Either way the server goes on answering.
 */
export async function keepWatching({ print, ...options }: WatchParts): Promise<void> {
  const { signal } = options;
  let waitMs = shortestMs;
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      await watch(options);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof StemmaError))
        return print(
          `Agents are no longer followed; questions are still answered. This is a bug in stemma: ${error instanceof Error ? error.stack : String(error)}`,
        );
      if (!passing.has(error.code))
        return print(`Agents are not followed, but questions are answered. ${error.message} ${error.hint}`);
      print(`${error.message} Agents are followed again as soon as that is over.`);
    }
    waitMs = performance.now() - begun > longestMs ? shortestMs : Math.min(longestMs, waitMs * 2);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

const passing = new Set(['store-busy', 'store-unreachable', 'disk-full']);
const shortestMs = 1_000;
const longestMs = 60_000;

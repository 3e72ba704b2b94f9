import { setImmediate } from 'node:timers/promises';
import type { Store, StoreReader } from '../store/store.ts';

/**
 * The same store, but it yields to the event loop between two calls. Ingest only waits for the store, and SQLite
 * answers synchronously: a watch that catches up would otherwise block every request until it is done.
 */
export function lettingOthersIn(store: Store): Store {
  return {
    read: patient(store.read),
    write: patient(store.write),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** The same for what answers questions: the export of a long session must not keep the page waiting. */
export function readingPatiently(read: StoreReader): StoreReader {
  let reader = readers.get(read);
  if (reader === undefined) readers.set(read, (reader = patient(read)));
  return reader;
}

const readers = new WeakMap<StoreReader, StoreReader>();

let since = performance.now();

/** All who wait for the store share the time that may pass before others are let in. */
async function turn(): Promise<void> {
  if (performance.now() - since < minMs) return;
  await setImmediate();
  since = performance.now();
}

function patient<Part extends object>(part: Part): Part {
  return Object.fromEntries(
    Object.entries(part).map(([name, method]: [string, unknown]) => {
      if (typeof method !== 'function') return [name, method];
      const call = method as (...args: unknown[]) => unknown;
      return [
        name,
        streams.has(name)
          ? async function* (...args: unknown[]) {
              for await (const item of call(...args) as AsyncIterable<unknown>) {
                await turn();
                yield item;
              }
            }
          : async (...args: unknown[]) => {
              await turn();
              return await call(...args);
            },
      ];
    }),
  ) as Part;
}

/** These return their results piece by piece. */
const streams: ReadonlySet<string> = new Set(['files', 'bytes', 'eachInvocation', 'uses', 'describedUses']);
const minMs = 10;

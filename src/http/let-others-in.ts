import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/**
 * The same store, but it yields to the event loop between two calls. Ingest only waits for the store, and SQLite
 * answers synchronously: a watch that catches up would otherwise block every request until it is done.
 */
export function lettingOthersIn(store: Store): Store {
  let since = performance.now();
  const turn = async (): Promise<void> => {
    if (performance.now() - since < minMs) return;
    await setImmediate();
    since = performance.now();
  };
  return {
    read: patient(store.read, turn),
    write: patient(store.write, turn),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

function patient<Part extends object>(part: Part, turn: () => Promise<void>): Part {
  return Object.fromEntries(
    Object.entries(part).map(([name, method]: [string, unknown]) => [
      name,
      typeof method !== 'function' || streams.has(name)
        ? method
        : async (...args: unknown[]) => {
            await turn();
            return await (method as (...args: unknown[]) => unknown)(...args);
          },
    ]),
  ) as Part;
}

/** These return their results piece by piece. */
const streams: ReadonlySet<string> = new Set(['files', 'bytes', 'eachInvocation', 'uses']);
const minMs = 10;

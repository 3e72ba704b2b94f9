import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/**
 * The same store, that lets the server answer between two of its steps. Whoever ingests waits for nothing but the
 * store, and SQLite answers at once: a watch that catches up would not let anybody else in until it is done.
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

/** These answer piece by piece. */
const streams: ReadonlySet<string> = new Set(['files', 'bytes', 'eachInvocation', 'uses']);
const minMs = 10;

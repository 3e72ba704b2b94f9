import { redacted } from '../ask/redaction/redacted.ts';
import type { ReadOnlyStore } from '../store/store.ts';
import type { Run } from './run.ts';

/** The same archive without its secrets, unless --raw. */
export function redactStore<Opened extends ReadOnlyStore>({ settings }: Pick<Run, 'settings'>, store: Opened): Opened {
  if (settings.raw) return store;
  return { ...store, read: redacted(store.read), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

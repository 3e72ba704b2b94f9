import { redacted } from '../ask/redaction/redacted.ts';
import type { Store, StoreReader } from '../store/store.ts';

/**
 * The archive as a tracker uses it: open to ask, and opened to write for as long as one telling takes, so that others
 * may write in between.
 */
export interface TrackedArchive {
  /** The same reader again, until it is renewed. */
  read(): Promise<StoreReader>;
  openToWrite(): Promise<Store>;
  /** Where there was no archive yet, an empty one was being read. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Opened when it is first asked. */
export function trackedArchive(openStore: (mode: 'read' | 'write') => Promise<Store>): TrackedArchive {
  let open: Promise<{ readonly store: Store; readonly read: StoreReader }> | undefined;
  const close = async (): Promise<void> => {
    const closing = open;
    open = undefined;
    await (await closing)?.store[Symbol.asyncDispose]();
  };
  return {
    async read() {
      open ??= openStore('read').then((store) => ({ store, read: redacted(store.read) }));
      try {
        return (await open).read;
      } catch (error) {
        open = undefined;
        throw error;
      }
    },
    openToWrite: () => openStore('write'),
    renew: close,
    close,
  };
}

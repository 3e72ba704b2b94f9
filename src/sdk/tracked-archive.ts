import { redacted } from '../ask/redaction/redacted.ts';
import type { OpenStore, ReadOnlyStore, Store, StoreReader } from '../store/store.ts';

/**
 * The archive as a tracker uses it: kept open for reading, and opened for writing only during one write, so that others
 * may write in between.
 */
export interface TrackedArchive {
  /** The same reader until it is renewed. */
  read(): Promise<StoreReader>;
  openToWrite(): Promise<Store>;
  /** If there was no archive before, an empty one was being read. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Opened on first use. */
export function trackedArchive(openStore: OpenStore): TrackedArchive {
  let open: Promise<{ readonly store: ReadOnlyStore; readonly read: StoreReader }> | undefined;
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

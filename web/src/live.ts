import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Session } from '../../src/types.ts';
import { request } from './api.ts';
import { readServerSentEvents } from './server-sent-events.ts';

/** Ids of sessions with new events; `null` when anything may have changed. */
export type ChangedSessions = readonly string[] | null;

/** Whether changes arrive: not yet, now, or not any more. */
export type Connection = 'connecting' | 'open' | 'lost';

const listeners = new Set<(changed: ChangedSessions) => void>();
const connectionListeners = new Set<() => void>();
let state: Connection = 'connecting';
let connection: AbortController | undefined;

/** Calls back when sessions change, while the component is mounted. All components share one connection. */
export function useLive(onChange: (changed: ChangedSessions) => void): void {
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const listener = (changed: ChangedSessions) => latest.current(changed);
    listeners.add(listener);
    if (!connection) {
      connection = new AbortController();
      void stayConnected(connection.signal);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      connection?.abort();
      connection = undefined;
    };
  }, []);
}

/** EventSource cannot send the token that a server reachable from other machines requires. */
async function stayConnected(signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    try {
      const response = await request('/api/live', {
        signal,
        headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
      });
      setConnection('open');
      for await (const { id, event, data } of readServerSentEvents(response.body!)) {
        last = id ?? last;
        if (event === 'sessions') notify((JSON.parse(data) as { sessions: Session[] }).sessions.map(({ uid }) => uid));
        if (event === 'archive' || event === 'reset') notify(null);
      }
    } catch {
      // The connection was lost. After reconnecting, the server sends what was missed.
    }
    if (signal.aborted) return;
    setConnection('lost');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The state of the connection that `useLive` keeps. */
export function useConnection(): Connection {
  return useSyncExternalStore(listenToConnection, () => state);
}

function listenToConnection(listener: () => void): () => void {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}

function setConnection(next: Connection): void {
  if (state === next) return;
  state = next;
  for (const listener of connectionListeners) listener();
}

function notify(changed: ChangedSessions): void {
  for (const listener of listeners) listener(changed);
}

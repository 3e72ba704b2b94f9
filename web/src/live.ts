import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Session } from '../../src/types.ts';
import { reach } from './api.ts';
import { messagesIn } from './messages-in.ts';

/** Sessions that have grown; `null` when anything may have changed. */
export type News = readonly string[] | null;

const listeners = new Set<(news: News) => void>();
let connection: AbortController | undefined;

/** Calls back whenever sessions grow, for as long as the component is shown. One connection serves the whole page. */
export function useLive(onNews: (news: News) => void): void {
  const latest = useRef(onNews);
  useLayoutEffect(() => {
    latest.current = onNews;
  });
  useEffect(() => {
    const listener = (news: News) => latest.current(news);
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

/** Not an EventSource: that cannot send the token, which a server needs that other machines can reach. */
async function stayConnected(signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    try {
      const response = await reach('/api/live', {
        signal,
        headers: { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
      });
      for await (const { id, event, data } of messagesIn(response.body!)) {
        last = id ?? last;
        if (event === 'sessions') tell((JSON.parse(data) as { sessions: Session[] }).sessions.map(({ uid }) => uid));
        if (event === 'archive' || event === 'reset') tell(null);
      }
    } catch {
      // Lost, or not there yet: what is missed meanwhile is told then.
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function tell(news: News): void {
  for (const listener of listeners) listener(news);
}

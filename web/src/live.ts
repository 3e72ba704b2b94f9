import { useEffect, useLayoutEffect, useRef } from 'react';

/** Sessions that have grown; `null` when too much happened to tell, or the connection was lost: then anything may have. */
export type News = readonly string[] | null;

const listeners = new Set<(news: News) => void>();
let source: EventSource | undefined;

/** Calls back whenever sessions grow, for as long as the component is shown. One connection serves the whole page. */
export function useLive(onNews: (news: News) => void): void {
  const latest = useRef(onNews);
  useLayoutEffect(() => {
    latest.current = onNews;
  });
  useEffect(() => {
    const listener = (news: News) => latest.current(news);
    listeners.add(listener);
    connect();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) disconnect();
    };
  }, []);
}

function connect(): void {
  if (source) return;
  source = new EventSource('/api/live');
  let wasLost = false;
  source.addEventListener('error', () => (wasLost = true));
  source.addEventListener('open', () => {
    if (wasLost) tell(null);
    wasLost = false;
  });
  source.addEventListener('reset', () => tell(null));
  source.addEventListener('sessions', ({ data }: MessageEvent<string>) => tell((JSON.parse(data) as { uids: string[] }).uids));
}

function disconnect(): void {
  source?.close();
  source = undefined;
}

function tell(news: News): void {
  for (const listener of listeners) listener(news);
}

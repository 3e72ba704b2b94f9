import { useCallback, useEffect, useState } from 'react';
import { apiUrl, get } from './api.ts';
import type { Params } from './api.ts';

export interface Query<Answer> {
  /** The latest answer, also while a newer one is loading or after it failed. */
  readonly answer: Answer | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Requests the answer again. */
  readonly reload: () => void;
}

const cache = new Map<string, unknown>();
const maxCached = 40;

/**
 * The answer to a question, requested whenever the question changes. A cached answer is shown while a new one is
 * loading. A `null` path requests nothing.
 */
export function useAnswer<Answer>(path: string | null, params: Params = {}): Query<Answer> {
  const url = path === null ? null : apiUrl(path, params);
  const [requests, setRequests] = useState(0);
  const [latest, setLatest] = useState<Completed<Answer>>({ url: null, requests: 0 });
  const reload = useCallback(() => setRequests((count) => count + 1), []);

  useEffect(() => {
    if (url === null) return;
    const controller = new AbortController();
    get<Answer>(url.slice('/api'.length), {}, controller.signal).then(
      (answer) => {
        remember(url, answer);
        setLatest({ url, requests, answer });
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setLatest({ url, requests, error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => controller.abort();
  }, [url, requests]);

  const isCompleted = latest.url === url && latest.requests === requests;
  return {
    answer: (latest.url === url ? latest.answer : undefined) ?? (cache.get(url ?? '') as Answer | undefined),
    error: isCompleted ? latest.error : undefined,
    isLoading: url !== null && !isCompleted,
    reload,
  };
}

/** The result of the latest completed request. */
interface Completed<Answer> {
  readonly url: string | null;
  readonly requests: number;
  readonly answer?: Answer;
  readonly error?: Error;
}

function remember(url: string, answer: unknown): void {
  cache.delete(url);
  cache.set(url, answer);
  if (cache.size > maxCached) cache.delete(cache.keys().next().value!);
}

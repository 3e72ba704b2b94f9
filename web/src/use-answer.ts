import { useCallback, useEffect, useState } from 'react';
import { addressOf, get } from './api.ts';
import type { Params } from './api.ts';

export interface Asked<Answer> {
  /** The latest answer, also while a newer one is on its way, or after a newer question failed. */
  readonly answer: Answer | undefined;
  readonly error: Error | undefined;
  readonly isAsking: boolean;
  /** Asks again. */
  readonly again: () => void;
}

const kept = new Map<string, unknown>();
const mostKept = 40;

/**
 * The answer to a question, asked again whenever the question changes. What was asked before is shown at once and
 * brought up to date. `null` asks nothing.
 */
export function useAnswer<Answer>(path: string | null, params: Params = {}): Asked<Answer> {
  const address = path === null ? null : addressOf(path, params);
  const [times, setTimes] = useState(0);
  const [latest, setLatest] = useState<Ended<Answer>>({ address: null, times: 0 });
  const again = useCallback(() => setTimes((count) => count + 1), []);

  useEffect(() => {
    if (address === null) return;
    const controller = new AbortController();
    get<Answer>(address.slice('/api'.length), {}, controller.signal).then(
      (answer) => {
        keep(address, answer);
        setLatest({ address, times, answer });
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setLatest({ address, times, error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => controller.abort();
  }, [address, times]);

  const isEnded = latest.address === address && latest.times === times;
  return {
    answer: (latest.address === address ? latest.answer : undefined) ?? (kept.get(address ?? '') as Answer | undefined),
    error: isEnded ? latest.error : undefined,
    isAsking: address !== null && !isEnded,
    again,
  };
}

/** How the latest question that came to an end did so. */
interface Ended<Answer> {
  readonly address: string | null;
  readonly times: number;
  readonly answer?: Answer;
  readonly error?: Error;
}

function keep(address: string, answer: unknown): void {
  kept.delete(address);
  kept.set(address, answer);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { apiUrl, get } from './api.ts';
import type { Params } from './api.ts';
import { cameBack } from './places.ts';

/** A list that is loaded a page at a time. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** Undefined until the first page has arrived. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Loads the first page again and merges it; later pages stay. */
  readonly reload: () => void;
}

export interface Shape<Answer, Item> {
  readonly itemsOf: (answer: Answer) => readonly Item[];
  readonly idOf: (item: Item) => string;
}

interface ListPage {
  readonly total: number;
  readonly next: number | null;
}

interface List<Item> extends ListPage {
  readonly url: string;
  readonly items: readonly Item[];
}

/** Lists as they were left, for those who come back. */
const left = new Map<string, List<unknown>>();
const maxLeft = 8;

/** What was left is no longer true: something was changed here. */
export function forgetPages(): void {
  left.clear();
}

/** Starts again at the first page whenever the question changes; coming back, with what had been loaded before. */
export function usePages<Answer extends ListPage, Item>(
  path: string,
  params: Params,
  { itemsOf, idOf }: Shape<Answer, Item>,
): Paged<Item> {
  const url = apiUrl(path, params);
  const [list, setList] = useState<List<Item> | undefined>(
    () => (cameBack() ? left.get(url) : undefined) as List<Item> | undefined,
  );
  const [failure, setFailure] = useState<{ readonly url: string; readonly error: Error } | undefined>();
  const [pending, setPending] = useState<AbortController | undefined>();
  const shown = list?.url === url ? list : undefined;
  const shape = useRef({ itemsOf, idOf });

  const load = useCallback(
    (after: number | null): (() => void) => {
      const controller = new AbortController();
      setPending(controller);
      void get<Answer>(withAfter(url, after), {}, controller.signal)
        .then(
          (answer) => {
            setFailure(undefined);
            setList((old) => {
              const found = shape.current.itemsOf(answer);
              if (old?.url !== url) return { url, items: found, total: answer.total, next: answer.next };
              // New items shift the pages of a list: an item that arrives twice is shown once.
              const [first, second] = after === null ? [found, old.items] : [old.items, found];
              const ids = new Set(first.map(shape.current.idOf));
              const items = [...first, ...second.filter((item) => !ids.has(shape.current.idOf(item)))];
              return { url, items, total: answer.total, next: after === null ? old.next : answer.next };
            });
          },
          (error: unknown) => {
            if (!controller.signal.aborted)
              setFailure({ url, error: error instanceof Error ? error : new Error(String(error)) });
          },
        )
        .finally(() => setPending((now) => (now === controller ? undefined : now)));
      return () => controller.abort();
    },
    [url],
  );

  useEffect(() => {
    if (!shown) return;
    left.delete(shown.url);
    left.set(shown.url, shown);
    if (left.size > maxLeft) left.delete(left.keys().next().value!);
  }, [shown]);

  const reload = useCallback(() => void load(null), [load]);
  // oxlint-disable-next-line react/set-state-in-effect -- that a question is on its way is part of pending it
  useEffect(() => load(null), [load]);

  const next = shown?.next ?? null;
  return {
    items: shown?.items ?? [],
    total: shown?.total,
    error: failure?.url === url ? failure.error : undefined,
    isLoading: pending !== undefined || (shown === undefined && failure?.url !== url),
    hasMore: next !== null,
    more: () => {
      if (next !== null && !pending) load(next);
    },
    reload,
  };
}

function withAfter(url: string, after: number | null): string {
  const path = url.slice('/api'.length);
  return after === null ? path : `${path}${path.includes('?') ? '&' : '?'}after=${after}`;
}

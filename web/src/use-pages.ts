import { useCallback, useEffect, useRef, useState } from 'react';
import { addressOf, get } from './api.ts';
import type { Params } from './api.ts';

/** A list that is fetched a page at a time. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** How many there are in all; undefined until the first page is here. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
  readonly isAsking: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Asks for the first page again and puts what is new or changed in its place; what was fetched after it stays. */
  readonly again: () => void;
}

export interface Shape<Answer, Item> {
  readonly itemsOf: (answer: Answer) => readonly Item[];
  readonly idOf: (item: Item) => string;
}

interface Page {
  readonly total: number;
  readonly next: number | null;
}

interface List<Item> extends Page {
  readonly address: string;
  readonly items: readonly Item[];
}

/** Asked anew from its beginning whenever the question changes. */
export function usePages<Answer extends Page, Item>(
  path: string,
  params: Params,
  { itemsOf, idOf }: Shape<Answer, Item>,
): Paged<Item> {
  const address = addressOf(path, params);
  const [list, setList] = useState<List<Item> | undefined>();
  const [failure, setFailure] = useState<{ readonly address: string; readonly error: Error } | undefined>();
  const [asking, setAsking] = useState<AbortController | undefined>();
  const shown = list?.address === address ? list : undefined;
  const shape = useRef({ itemsOf, idOf });

  const ask = useCallback(
    (after: number | null): (() => void) => {
      const controller = new AbortController();
      setAsking(controller);
      void get<Answer>(withAfter(address, after), {}, controller.signal)
        .then(
          (answer) => {
            setFailure(undefined);
            setList((old) => {
              const found = shape.current.itemsOf(answer);
              if (old?.address !== address) return { address, items: found, total: answer.total, next: answer.next };
              // A list that grows at its beginning shifts its pages: what comes twice is shown once.
              const [first, second] = after === null ? [found, old.items] : [old.items, found];
              const ids = new Set(first.map(shape.current.idOf));
              const items = [...first, ...second.filter((item) => !ids.has(shape.current.idOf(item)))];
              return { address, items, total: answer.total, next: after === null ? old.next : answer.next };
            });
          },
          (error: unknown) => {
            if (!controller.signal.aborted)
              setFailure({ address, error: error instanceof Error ? error : new Error(String(error)) });
          },
        )
        .finally(() => setAsking((now) => (now === controller ? undefined : now)));
      return () => controller.abort();
    },
    [address],
  );

  const again = useCallback(() => void ask(null), [ask]);
  // oxlint-disable-next-line react/set-state-in-effect -- that a question is on its way is part of asking it
  useEffect(() => ask(null), [ask]);

  const next = shown?.next ?? null;
  return {
    items: shown?.items ?? [],
    total: shown?.total,
    error: failure?.address === address ? failure.error : undefined,
    isAsking: asking !== undefined || (shown === undefined && failure?.address !== address),
    hasMore: next !== null,
    more: () => {
      if (next !== null && !asking) ask(next);
    },
    again,
  };
}

function withAfter(address: string, after: number | null): string {
  const path = address.slice('/api'.length);
  return after === null ? path : `${path}${path.includes('?') ? '&' : '?'}after=${after}`;
}

import { useSyncExternalStore } from 'react';

/** Where the page is. Every state is a link: what is chosen, folded or filtered stands in the parameters. */
export interface Place {
  readonly path: string;
  readonly params: URLSearchParams;
}

let place = read();
let writing: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

addEventListener('popstate', () => {
  clearTimeout(writing);
  tell(read());
});

export function usePlace(): Place {
  return useSyncExternalStore(listen, () => place);
}

/** The place as it is now, for what runs outside of React's rendering. */
export function currentPlace(): Place {
  return place;
}

/** To another page, so that Back returns here. */
export function go(to: string): void {
  flush();
  history.pushState(null, '', to);
  tell(read());
  scrollTo(0, 0);
}

/**
 * The same page in another state; null takes a parameter out. Browsers refuse addresses that change too often, so the
 * address follows a moment later.
 */
export function amend(changes: Readonly<Record<string, string | null>>): void {
  const params = new URLSearchParams(place.params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  }
  tell({ path: place.path, params });
  clearTimeout(writing);
  writing = setTimeout(flush, 200);
}

export function linkTo(path: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(given).toString();
  return path + (query && `?${query}`);
}

/** The page of a session, at a step. */
export function linkToSession(uid: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  return linkTo(`/s/${encodeURIComponent(uid)}`, params);
}

function flush(): void {
  clearTimeout(writing);
  writing = undefined;
  const address = linkTo(place.path, Object.fromEntries(place.params));
  if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
}

function read(): Place {
  return { path: location.pathname, params: new URLSearchParams(location.search) };
}

function tell(next: Place): void {
  place = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { useSyncExternalStore } from 'react';
import { leaveBack, leaveForward } from './places.ts';

/** The current URL. Every state of the page is a link: selection, folds and filters are parameters. */
export interface Route {
  readonly path: string;
  readonly params: URLSearchParams;
}

let route = read();
let writing: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

addEventListener('popstate', () => {
  clearTimeout(writing);
  leaveBack();
  publish(read());
});

export function useRoute(): Route {
  return useSyncExternalStore(listen, () => route);
}

/** The current route, outside of rendering. */
export function currentRoute(): Route {
  return route;
}

/** Opens another page; Back returns here, to the same place. */
export function navigate(to: string): void {
  flush();
  history.pushState(leaveForward(), '', to);
  publish(read());
  scrollTo(0, 0);
}

/**
 * Changes parameters of the current page; null removes one. Browsers limit how often a URL may change, so the address
 * bar follows after a short delay.
 */
export function setParams(changes: Readonly<Record<string, string | null>>): void {
  const params = new URLSearchParams(route.params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  }
  publish({ path: route.path, params });
  clearTimeout(writing);
  writing = setTimeout(flush, 200);
}

export function linkTo(path: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  const present = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(present).toString();
  return path + (query && `?${query}`);
}

/** The link to a session, optionally at a step. */
export function linkToSession(uid: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  return linkTo(`/s/${encodeURIComponent(uid)}`, params);
}

function flush(): void {
  clearTimeout(writing);
  writing = undefined;
  const address = linkTo(route.path, Object.fromEntries(route.params));
  if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
}

function read(): Route {
  return { path: location.pathname, params: new URLSearchParams(location.search) };
}

function publish(next: Route): void {
  route = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const name = 'stemma-token';

/**
 * The printed link carries the token in its fragment, which no server sees. It is kept for this tab and taken out of
 * the address.
 */
export function takeToken(): void {
  const [, token] = /^#t=([\w-]+)$/.exec(location.hash) ?? [];
  if (!token) return;
  sessionStorage.setItem(name, token);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export function token(): string | null {
  return sessionStorage.getItem(name);
}

/** It was another server's: one that was started anew has another. */
export function dropToken(): void {
  sessionStorage.removeItem(name);
}

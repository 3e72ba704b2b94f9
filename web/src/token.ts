const name = 'stemma-token';

/**
 * Stores the token from the fragment of the printed link, which is never sent to a server, and removes it from the URL.
 * It is kept for this tab.
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

/** Keeps the token that somebody typed. */
export function keepToken(text: string): void {
  sessionStorage.setItem(name, text);
}

/** Forgets the token of a server that was restarted. */
export function dropToken(): void {
  sessionStorage.removeItem(name);
}

import type { Space } from './server-route.ts';

/** So long after the last push. */
const quietMs = 3_000;
/** So long at most after the first, while machines go on pushing. */
const longestMs = 30_000;

const waiting = new WeakMap<Space, { readonly since: number; timer: NodeJS.Timeout }>();

/** Sums up what a space has received once it is quiet there: not with each push, of which a session gets hundreds. */
export function settleLater(space: Space, onError: (error: unknown) => void): void {
  const now = performance.now();
  const before = waiting.get(space);
  clearTimeout(before?.timer);
  const since = before?.since ?? now;
  const timer = setTimeout(
    () => {
      waiting.delete(space);
      space.write('settle', null).catch(onError);
    },
    Math.max(0, Math.min(quietMs, since + longestMs - now)),
  );
  timer.unref();
  waiting.set(space, { since, timer });
}

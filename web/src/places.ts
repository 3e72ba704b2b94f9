// Where the reader was on each page of the browser's history: scrolled to where, with which row focused.

interface Place {
  readonly scrolled: ReadonlyMap<string, number>;
  /** The link of the focused row. */
  readonly row: string | null;
}

const places = new Map<number, Place>();
const maxPlaces = 50;
let key = keyIn(history.state);
let isBack = false;
let stopRestoring: (() => void) | undefined;

/** Call before another page is opened; returns what the browser's history is to keep of the new one. */
export function leaveForward(): { readonly key: number } {
  remember();
  isBack = false;
  key = Math.max(key, ...places.keys()) + 1;
  return { key };
}

/** Call when the browser went back or forward, before anything is drawn. */
export function leaveBack(): void {
  remember();
  isBack = true;
  key = keyIn(history.state);
  const place = places.get(key);
  if (place) restore(place);
}

/** Whether this page was reached by Back or Forward: it is shown as it was left. */
export function cameBack(): boolean {
  return isBack;
}

function keyIn(state: unknown): number {
  return (state as { readonly key?: number } | null)?.key ?? 0;
}

function remember(): void {
  const scrolled = new Map<string, number>();
  for (const element of scrollers()) if (element.clientHeight > 0) scrolled.set(nameOf(element), element.scrollTop);
  const focused = document.activeElement;
  const row = focused instanceof HTMLAnchorElement && focused.dataset['row'] !== undefined ? focused.href : null;
  places.delete(key);
  places.set(key, { scrolled, row });
  if (places.size > maxPlaces) places.delete(places.keys().next().value!);
}

/** What was long enough to scroll has still to be loaded: tried until it is, or until the reader does something. */
function restore({ scrolled, row }: Place): void {
  stopRestoring?.();
  const left = new Map(scrolled);
  const end = performance.now() + 3_000;
  let isFocused = row === null;
  const controller = new AbortController();
  stopRestoring = () => controller.abort();
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, stopRestoring, { signal: controller.signal, passive: true });
  const attempt = () => {
    if (controller.signal.aborted) return;
    for (const element of scrollers()) {
      const wanted = left.get(nameOf(element));
      if (wanted === undefined) continue;
      element.scrollTop = wanted;
      if (Math.abs(element.scrollTop - wanted) < 2) left.delete(nameOf(element));
    }
    if (!isFocused) {
      const found = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')].find(({ href }) => href === row);
      found?.focus({ preventScroll: true });
      isFocused = found !== undefined;
    }
    if ((left.size > 0 || !isFocused) && performance.now() < end) requestAnimationFrame(attempt);
    else controller.abort();
  };
  requestAnimationFrame(attempt);
}

function scrollers(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.page, [data-keeps-scroll]')];
}

function nameOf({ dataset }: HTMLElement): string {
  return dataset['keepsScroll'] ?? 'page';
}

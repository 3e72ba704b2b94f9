import { useShortcuts } from '../shortcuts.ts';

/** `j` and `k` move the focus between elements with `data-row`. */
export function useRowShortcuts(): void {
  const move = (by: number) => () => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
    rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
  };
  useShortcuts({
    title: 'List',
    keys: [
      { key: 'j', label: 'next', run: move(1) },
      { key: 'k', label: 'previous', run: move(-1) },
    ],
  });
}

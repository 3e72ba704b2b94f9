import { useKeys } from '../keys.ts';

/** `j` and `k` walk the rows of a list: whatever carries `data-row` and can have the focus. */
export function useRowKeys(): void {
  const move = (by: number) => () => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
    rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
  };
  useKeys({
    title: 'List',
    keys: [
      { key: 'j', says: 'next', does: move(1) },
      { key: 'k', says: 'previous', does: move(-1) },
    ],
  });
}

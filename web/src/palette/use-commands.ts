import type { FoundGroup } from '../search/use-search.ts';
import { nameOfKey, useShortcutGroups } from '../shortcuts.ts';

/** Views and actions that fit what was typed; all of them when nothing was. */
export function useCommands(typed: string): readonly FoundGroup[] {
  const shortcuts = useShortcutGroups();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return [
    {
      title: 'Views',
      found: views.filter(({ text }) => fits(text)).map((view) => ({ ...view, key: view.to, detail: 'view' })),
    },
    {
      title: 'Actions',
      found: shortcuts
        .toReversed()
        .flatMap(({ title, keys }) =>
          keys.flatMap(({ key, label, run }) =>
            label !== undefined && !isMove(label) && fits(`${title} ${label}`)
              ? [{ key: `${title} ${key}`, run, text: label, detail: `key ${nameOfKey(key)}` }]
              : [],
          ),
        ),
    },
  ].filter(({ found }) => found.length > 0);
}

const views = [
  { to: '/', text: 'Overview' },
  { to: '/sessions', text: 'Sessions' },
  { to: '/sessions?failed=1', text: 'Sessions with failures' },
  { to: '/errors', text: 'Errors' },
  { to: '/errors?open=1', text: 'Open errors' },
  { to: '/skills', text: 'Skills' },
  { to: '/cost', text: 'Cost' },
  { to: '/search', text: 'Search' },
  { to: '/setup', text: 'Setup' },
];

/** Moving by one row makes no sense from a list. */
function isMove(label: string): boolean {
  return /^(?:next|previous)\b/.test(label);
}

import { expect, test } from 'vitest';
import type { FolderRow } from '../../store/store.ts';
import { movedFolders } from './join-repositories.ts';

const folder = (cwd: string, repo: string, more: Partial<FolderRow> = {}): FolderRow => ({
  workspace: 'local',
  cwd,
  repo,
  hasBranch: true,
  sessions: 1,
  ...more,
});
const shop = folder('/gone/dev/shop', 'shop');
const moves = (...folders: readonly FolderRow[]): readonly string[] =>
  movedFolders(folders).map(({ cwd, to }) => `${cwd} → ${to}`);

test('a sub-folder of a repository belongs to it, however deep', () => {
  const [page, types] = [folder('/gone/dev/shop/apps/page', 'page'), folder('/gone/dev/shop/apps/page/types', 'types')];
  expect(moves(types, page, shop)).toEqual([
    '/gone/dev/shop/apps/page/types → shop',
    '/gone/dev/shop/apps/page → shop',
  ]);
});

test('so do those of Windows', () => {
  expect(moves(folder('C:\\dev\\shop', 'shop'), folder('C:\\dev\\shop\\page', 'page'))).toEqual([
    'C:\\dev\\shop\\page → shop',
  ]);
});

test.each([
  ['a folder beside it', folder('/gone/dev/shop2', 'shop2')],
  ['a repository whose name its agent recorded', folder('/gone/dev/shop/vendor/till', 'acme/till')],
  ['a sub-folder in another workspace', folder('/gone/dev/shop/page', 'page', { workspace: 'team' })],
])('%s stays what it is', (_, other) => {
  expect(moves(shop, other)).toEqual([]);
});

test.each([
  ['without a branch', folder('/gone/dev', 'dev', { hasBranch: false })],
  ['that is the home of a person', folder('/home/dev', 'dev')],
])('a folder %s takes in no other', (_, above) => {
  expect(moves(above, folder(`${above.cwd}/shop`, 'shop'))).toEqual([]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { settingsOf } from './settings.ts';

const home = mkdtempSync(join(tmpdir(), 'stemma-settings-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function archive({
  flag,
  env,
  config,
  demo = false,
}: {
  readonly flag?: string;
  readonly env?: string;
  readonly config?: unknown;
  readonly demo?: boolean;
}): string {
  const base = join(home, '.stemma');
  mkdirSync(base, { recursive: true });
  writeFileSync(join(base, 'config.json'), JSON.stringify(config === undefined ? {} : { db: config }));
  return settingsOf({ db: flag, demo }, { home, env: { STEMMA_DB: env } }, false).archive;
}

describe('which archive is used', () => {
  test('the file in stemma’s home, unless another is named: by --db, else STEMMA_DB, else config.json', () => {
    expect(archive({})).toBe(join(home, '.stemma/stemma.db'));
    expect(archive({ config: 'postgres://team/stemma' })).toBe('postgres://team/stemma');
    expect(archive({ config: 'postgres://team/stemma', env: 'postgresql://other/stemma' })).toBe(
      'postgresql://other/stemma',
    );
    expect(archive({ config: 'postgres://team/stemma', env: 'postgres://other/stemma', flag: 'my.db' })).toBe(
      resolve('my.db'),
    );
  });

  test('the built-in story is never put into a team’s', () => {
    expect(
      archive({
        flag: 'postgres://team/stemma',
        env: 'postgres://team/stemma',
        config: 'postgres://team/stemma',
        demo: true,
      }),
    ).toBe(join(home, '.stemma/demo/stemma.db'));
  });

  test.each([
    ['another database', { flag: 'mysql://me:sesame@host/stemma' }, '--db begins with mysql://'],
    [
      'an address with a slash in the password',
      { env: 'postgres://me:ses/ame@host:x/stemma' },
      'STEMMA_DB is not the address',
    ],
    [
      'an address nobody can read, in config.json',
      { config: 'postgres://me:sesame@host:port/stemma' },
      '`db` in config.json is not the address',
    ],
    ['something else than a text, in config.json', { config: 5 }, 'cannot be used'],
  ])('%s is refused in a sentence that does not repeat it', (_, named, says) => {
    const failed = (() => {
      try {
        return archive(named);
      } catch (error) {
        return error as Error & { readonly hint: string };
      }
    })();
    expect(failed).toMatchObject({
      message: expect.stringContaining(says),
      hint: expect.stringContaining('postgres://'),
    });
    expect(JSON.stringify(failed)).not.toMatch(/sesame|ses\/ame/);
  });
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeWithStories } from '../../testing/home-with-stories.ts';

const { home, stemma } = homeWithStories();

describe('config.json', () => {
  const withConfig = async (text: string) => {
    const folder = await mkdtemp(join(home, 'config-'));
    await writeFile(join(folder, 'config.json'), text);
    return folder;
  };

  test('that is no JSON is named, and nothing is done', async () => {
    const folder = await withConfig('{ exclude: ');
    expect(await stemma('sessions', '--home', folder)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(join(folder, 'config.json')),
    });
  });

  test('with a value of the wrong type is refused', async () => {
    expect((await stemma('sessions', '--home', await withConfig('{"exclude": "x"}'))).err).toContain(
      '`exclude` must be a list',
    );
    expect((await stemma('sessions', '--home', await withConfig('{"domains": ["shop"]}'))).err).toContain(
      '`domains` must name the field of each repository',
    );
    expect((await stemma('sessions', '--home', await withConfig('[]'))).code).toBe(1);
  });

  test('with an unknown key is used, with a warning', async () => {
    const { code, err } = await stemma('sessions', '--home', await withConfig('{"exlude": []}'));
    expect(code).toBe(0);
    expect(err).toContain('"exlude" that stemma does not know; did you mean "exclude"?');
  });
});

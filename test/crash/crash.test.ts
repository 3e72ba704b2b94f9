import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { campaign } from './campaign.ts';

// `npm run crash` is the whole campaign; this is a short round of it.

test(
  'a kill, a loss of power and flipped bits lose nothing that cannot be brought back',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stemma-crash-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const kinds = ['rebuild', 'power loss', 'flipped bits'] as const;
    const { failures, tries, killed } = await campaign({ seed: 24, tries: 1, folder, kinds });
    expect(failures).toEqual([]);
    expect(tries).toMatchObject({ rebuild: 1, 'power loss': 1, 'flipped bits': 1 });
    expect(killed).toBeGreaterThan(0);
  },
);

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from './all-sources.ts';
import { sourceContract } from './source.contract.ts';

describe('the registry', () => {
  test('no two sources share a name or a flavor', () => {
    expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
    expect(new Set(sources.map(({ flavor }) => flavor)).size).toBe(sources.length);
  });

  test('names and flavors are lowercase words that fit into a uid', () => {
    for (const { name, flavor } of sources) {
      expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(flavor).toMatch(/^[a-z][a-z0-9-]*$/);
    }
  });
});

for (const source of sources) sourceContract(source, join(import.meta.dirname, source.name, 'fixtures'), sources);

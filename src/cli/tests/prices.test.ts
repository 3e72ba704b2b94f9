import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';

function room() {
  const home = mkdtempSync(join(tmpdir(), 'stemma-prices-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const file = join(home, 'new.json');
  return { file, own: join(home, '.stemma', 'prices.json'), stemma: (...argv: string[]) => fakeApp(home).run(...argv) };
}

test('lists the prices in use, by a part of the name', async () => {
  const { stemma } = room();
  const { out, code } = await stemma('prices', 'OPUS-5-5');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^model +in +out +cache read +write\nclaude-opus-5-5 +4 +20 +0\.2 +5\n\nUS dollars per million tokens, /,
  );
  expect(JSON.parse((await stemma('prices', '--json')).out).models.length).toBeGreaterThan(20);
  expect(await stemma('prices', 'nobody')).toMatchObject({ code: 1, out: 'There is no price for nobody.\n' });
});

test("takes LiteLLM's table, and lets go of it again", async () => {
  const { file, own, stemma } = room();
  writeFileSync(
    file,
    JSON.stringify({
      sample_spec: { input_cost_per_token: 0, output_cost_per_token: 0 },
      'New-Model': {
        input_cost_per_token: 3e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 3e-7,
        cache_creation_input_token_cost: 3.75e-6,
        cache_creation_input_token_cost_above_1hr: 6e-6,
        input_cost_per_token_above_200k_tokens: 6e-6,
      },
      'claude-opus-5-5': { input_cost_per_token: 4e-6, output_cost_per_token: 2.1e-5 },
      'a-picture-model': { input_cost_per_image: 1 },
    }),
  );
  expect((await stemma('prices', '--from', file, '--dry-run')).out).toContain('would have 2 prices');
  expect(existsSync(own)).toBe(false);
  expect((await stemma('prices', '--from', file)).out).toMatch(/has 2 prices of \d{4}-\d\d-\d\d, 1 new, 1 changed/);
  expect(JSON.parse((await stemma('prices', 'new-model', '--json')).out).models).toEqual([
    {
      model: 'new-model',
      own: true,
      input: 3,
      output: 15,
      cache_read: 0.3,
      cache_write: 3.75,
      cache_write_1h: 6,
      note: 'Requests of more than 200,000 tokens cost more.',
    },
  ]);
  await stemma('prices', '--reset');
  expect(existsSync(own)).toBe(false);
});

test.each([
  ['not JSON', 'is not JSON'],
  ['{"a": 1}', 'no prices of a known form'],
  ['{"models": {"a": {"input": -1, "output": 1}}}', '"input" of "a" must be dollars'],
])('a file that cannot be meant is refused, and changes nothing: %s', async (text, reason) => {
  const { file, own, stemma } = room();
  writeFileSync(file, text);
  const { code, err } = await stemma('prices', '--from', file);
  expect([code > 0, err]).toEqual([true, expect.stringContaining(reason)]);
  expect(existsSync(own)).toBe(false);
});

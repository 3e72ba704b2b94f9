import { expect, test } from 'vitest';
import { distinctLetters } from './distinct-letters.ts';

test('a name of two words gets its initials, a single word its first letters', () => {
  expect([...distinctLetters(['Claude Code', 'Codex CLI', 'aider']).values()]).toEqual(['CC', 'Co', 'ai']);
});

test('no two agents get the same letters', () => {
  const letters = distinctLetters(['Gemini CLI', 'GitHub Copilot', 'Grok CLI', 'Goose CLI']);
  expect(letters.get('Gemini CLI')).toBe('GC');
  expect(letters.get('GitHub Copilot')).toBe('Gi');
  expect(new Set(letters.values()).size).toBe(4);
});

test('a name without letters or without free pairs still gets letters', () => {
  expect([...distinctLetters(['π', 'ab', 'a b', '7']).values()]).toEqual(['π', 'ab', 'a', '7']);
});

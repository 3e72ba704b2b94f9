import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeWithStories } from '../../testing/home-with-stories.ts';

const { home, stemma } = homeWithStories();

describe('export', () => {
  test('goes to a file that did not exist, readable by its owner alone', async () => {
    const path = join(home, 'out.jsonl');
    expect(await stemma('export', 'failed-test', '--format', 'jsonl', '--out', path)).toEqual({
      code: 0,
      out: '',
      err: `wrote ${path}\n`,
    });
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(10);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await stemma('export', 'failed-test', '--out', path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists'),
    });
  });

  test('goes to stdout otherwise', async () => {
    expect(JSON.parse((await stemma('export', 'failed-test')).out).events).toHaveLength(9);
  });

  test.each([
    ['mermaid', /^---\nconfig:/],
    ['dot', /^digraph stemma \{/],
    ['svg', /^<svg /],
    ['html', /^<!doctype html>/],
  ])('draws a session as %s', async (format, beginning) => {
    const { code, out } = await stemma('export', 'failed-test', '--format', format);
    expect(code).toBe(0);
    expect(out).toMatch(beginning);
    expect(out).toContain('make the tests pass');
  });

  test('writes traces of OpenTelemetry, a request a line', async () => {
    const { out } = await stemma('export', 'delegation', '--format', 'otlp');
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(JSON.parse(line)).toHaveProperty('resourceSpans.0.scopeSpans.0.scope.name', 'stemma');
  });

  test('draws what led to one event, wherever it is', async () => {
    const { out } = await stemma('export', '--event', 'task', '--format', 'mermaid');
    expect(out).toContain('Why: look through the logs');
    expect((await stemma('export', 'delegation', '--event', 'grep', '--format', 'svg')).err).toContain(
      'no event "grep" in quill:delegation',
    );
  });

  test('says so when a flag for pictures stands with a format that is none', async () => {
    expect(await stemma('export', '--event', 'task')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--event is for pictures; json holds the whole session.'),
    });
    expect(await stemma('export', '--format', 'svg', '--min-confidence', '7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('from 0 to 1'),
    });
  });
});

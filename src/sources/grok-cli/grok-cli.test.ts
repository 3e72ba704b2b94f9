import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { peekAt, readLines, wholeLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { grokCli } from './index.ts';

describe('what Grok CLI printed', () => {
  test('sessions with the same prompt are distinguished, and keep their name while they grow', () => {
    const names = ['fix', 'parallel', 'toolerror'].map((name) => grokCli.identify(peekOf(text(name))).session);
    expect(new Set(names).size).toBe(3);
    const begun = wholeLines(text('fix')).slice(0, 2).join('\n');
    expect(grokCli.identify(peekOf(`${begun}\n`)).session).toBe(names[0]);
  });

  test('messages that could be anybody’s are not taken for its own', () => {
    const chat = '{"role":"user","content":"hi"}\n{"role":"assistant","content":"hello"}\n';
    const others =
      chat +
      '{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"Shell","arguments":"{}"}}]}\n';
    const more = text('fix').replace('"role":"user"', '"id":7,"role":"user"');
    expect([chat, others, more].map((printed) => grokCli.matches(peekOf(printed)))).toEqual([false, false, false]);
  });

  test('a call has failed when its tool says so in its first words', () => {
    const results = drafts('toolerror').flatMap(({ what }) => (what.is === 'result' ? [what.status] : []));
    expect(results).toEqual(['failed', 'failed', 'failed', undefined, undefined]);
  });

  test('results hang on their calls, calls on what was said, and the program’s own words are left out', () => {
    const all = drafts('parallel');
    const calls = all.filter(({ what }) => what.is === 'call');
    expect(calls.map(({ parent }) => parent)).toEqual(['line:2', 'line:2', 'line:2']);
    expect(all.flatMap(({ what, parent }) => (what.is === 'result' ? [parent] : []))).toEqual(
      calls.map(({ key }) => key),
    );
    expect(
      drafts('toolerror').filter(({ what }) => what.is === 'message' && what.text.startsWith('Using tools')),
    ).toEqual([]);
  });
});

function text(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', `0.0.34-${name}`, 'stdout.jsonl'), 'utf8');
}

function peekOf(printed: string) {
  return peekAt('/tmp/printed.jsonl', printed);
}

function drafts(name: string): readonly Draft[] {
  const printed = text(name);
  return readLines(grokCli, grokCli.identify(peekOf(printed)), wholeLines(printed)).flatMap(
    (reading) => reading.drafts ?? [],
  );
}

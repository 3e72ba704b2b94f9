import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formattedJson } from '../fixtures/formatted-json.ts';
import { parseJsonc, valueOf } from '../json/parse-jsonc.ts';
import { hasMcp, withMcp, withoutMcp } from './mcp-setting.ts';
import { mcpPlaces } from './place.ts';
import type { McpPlace } from './place.ts';

const server = { command: '/opt/node 24/bin/node', args: ['/opt/stemma "x"/dist/main.js', 'mcp'] };
const machine = { home: '/home/dev', env: {} };
const placeOf = (agent: string): McpPlace => mcpPlaces.find((place) => place.agent === agent)!;

describe.each(mcpPlaces.map((place) => [place.agent, place] as const))('%s', (_, place) => {
  test('has one place below the home of the person', () => {
    expect(place.path(machine)).toMatch(/^\/home\/dev\//);
  });

  test('is given the server where there is no file, and the file goes again', () => {
    const text = withMcp(undefined, place, server);
    expect(hasMcp(text, place)).toBe(true);
    expect(withMcp(text, place, server)).toBe(text);
    expect(withoutMcp(text, place, undefined)).toBeUndefined();
  });

  test('is given it once, whatever was said of it before', () => {
    const old = withMcp(undefined, place, { command: 'stemma', args: ['mcp'] });
    const text = withMcp(old, place, server);
    expect(text).toBe(withMcp(undefined, place, server));
  });
});

const jsons = ['{}\n', '{\n  "theme": "dark"\n}\n', '{\n\t"mcpServers": {\n\t\t"other": { "command": "o" }\n\t}\n}', '{"mcpServers":{}}', '{\r\n  // mine\r\n  "a": [1],\r\n}\r\n'].map((text) => ['json', 'gemini', text] as const);
const tomls = ['', 'model = "x"', 'model = "x"\n', '# mine\n[mcp_servers.other]\ncommand = "o"\n\n# of me\n[profiles.a]\nmodel = "y"\n', 'a = 1\r\n\r\n[b]\r\nc = 2\r\n'].map((text) => ['toml', 'codex', text] as const);

test.each([...jsons, ...tomls])('%s of %s comes back to the byte: %j', (_, agent, before) => {
  const place = placeOf(agent);
  const text = withMcp(before, place, server);
  expect(hasMcp(text, place)).toBe(true);
  expect(withMcp(text, place, server)).toBe(text);
  expect(withoutMcp(text, place, before)).toBe(before);
});

test('however a person writes JSON, what they said stays as it was', () => {
  const place = placeOf('gemini');
  fc.assert(
    fc.property(formattedJson(), ({ text, value }) => {
      fc.pre(!('mcpServers' in value));
      const longer = withMcp(text, place, server);
      expect(valueOf(parseJsonc(longer))).toEqual({ ...value, mcpServers: { stemma: { ...server } } });
      expect(valueOf(parseJsonc(withoutMcp(longer, place, text)!))).toEqual(value);
    }),
    { numRuns: 200 },
  );
});

test('a table in the middle goes with what is below it, and nothing else', () => {
  const text = '[mcp_servers.stemma]\ncommand = "x"\n\n[mcp_servers.stemma.env]\nA = "1"\n\n# mine\n[mcp_servers.other]\ncommand = "[mcp_servers.stemma]"\n';
  expect(withoutMcp(text, placeOf('codex'), undefined)).toBe('\n# mine\n[mcp_servers.other]\ncommand = "[mcp_servers.stemma]"\n');
});

test.each([
  ['codex', 'mcp_servers = { stemma = { command = "x" } }\n', /not written as tables/],
  ['codex', 'mcp_servers.stemma.command = "x"\n', /not written as tables/],
  ['codex', '[mcp_servers]\nstemma = { command = "x" }\n', /not written as tables/],
  ['gemini', '{ "mcpServers": [] }', /is not an object/],
  ['gemini', '[]', /does not hold one JSON object/],
  ['gemini', '{ "mcpServers": ', /line 1/],
])('settings of %s that are not understood are left alone: %s', (agent, text, words) => {
  expect(() => withMcp(text, placeOf(agent), server)).toThrow(words);
});

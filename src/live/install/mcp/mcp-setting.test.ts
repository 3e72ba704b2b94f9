import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { installableAgents } from '../../../sources/registry.ts';
import { formattedJson } from '../fixtures/formatted-json.ts';
import { parseJsonc, valueOf } from '../json/parse-jsonc.ts';
import { standingIn, withMcp, withoutMcp } from './mcp-setting.ts';
import type { McpSettings } from '../../../sources/agent/mcp.ts';

const server = { command: 'sh', args: ['/home/dev "x"/.stemma/mcp.sh'] };
const machine = { home: '/home/dev', env: {} };
const places = installableAgents.flatMap(({ name, install: { mcp } }) =>
  'instead' in mcp ? [] : [[name, mcp] as const],
);
const placeOf = (agent: string): McpSettings => places.find(([name]) => name === agent)![1];
const add = (text: string, place: McpSettings) => withMcp(text, place, place.entry(server));

test.each(places)('%s is written below the home of the person, with a server that is recognised again', (_, place) => {
  expect(place.path(machine)).toMatch(/^\/home\/dev\//);
  const text = add('', place);
  expect(standingIn(text, place, server)).toBe('ours');
  expect(standingIn(text, place, { ...server, command: 'node.exe' })).toBe('outdated');
  expect(standingIn(text, place, { ...server, args: ['/home/else/mcp.sh'] })).toBe('strange');
  expect(standingIn('', place, server)).toBe('absent');
});

const jsons = [
  '{}\n',
  '{\n  "theme": "dark"\n}\n',
  '{\n\t"mcpServers": {\n\t\t"other": { "command": "o" }\n\t}\n}',
  '{"mcpServers":{}}',
  '{\r\n  // mine\r\n  "a": [1],\r\n}\r\n',
].map((text) => ['json', 'gemini', text] as const);
const yamls = [
  '',
  'name: x',
  'name: x\nmodels:\n  - name: y\n',
  'mcpServers:\n  # mine\n  - name: other\n    command: o\nrules: []\n',
  'mcpServers:\n- command: o\n  name: other\n\n# of rules\nrules:\n- |\n  mcpServers:\n',
  'a: 1\r\nmcpServers:\r\n  - name: other\r\n',
].map((text) => ['yaml', 'continue', text] as const);
const tomls = [
  '',
  'model = "x"',
  'model = "x"\n',
  '# mine\n[mcp_servers.other]\ncommand = "o"\n\n# of me\n[profiles.a]\nmodel = "y"\n',
  'a = 1\r\n\r\n[b]\r\nc = 2\r\n',
].map((text) => ['toml', 'codex', text] as const);

test.each([...jsons, ...tomls, ...yamls])('%s of %s comes back to the byte: %j', (_, agent, before) => {
  const place = placeOf(agent);
  expect(withoutMcp(add(before, place), place, before)).toBe(before);
});

test('however a person writes JSON, what they said stays as it was', () => {
  const place = placeOf('gemini');
  fc.assert(
    fc.property(formattedJson(), ({ text, value }) => {
      fc.pre(!('mcpServers' in value));
      const longer = add(text, place);
      expect(valueOf(parseJsonc(longer))).toEqual({ ...value, mcpServers: { stemma: { ...server } } });
      expect(valueOf(parseJsonc(withoutMcp(longer, place, text)))).toEqual(value);
    }),
    { numRuns: 200 },
  );
});

describe('a table', () => {
  const codex = placeOf('codex');

  test('in the middle goes with what is below it, and nothing else', () => {
    const text =
      '[mcp_servers.stemma]\ncommand = "x"\n\n[mcp_servers.stemma.env]\nA = "1"\n\n# mine\n[mcp_servers.other]\ncommand = "[mcp_servers.stemma]"\n';
    expect(withoutMcp(text, codex, undefined)).toBe(
      '\n# mine\n[mcp_servers.other]\ncommand = "[mcp_servers.stemma]"\n',
    );
  });

  test('that a text of several lines only talks of is none', () => {
    const text = 'instructions = """\n[mcp_servers.stemma]\ncommand = "x"\n"""\n';
    expect(standingIn(text, codex, server)).toBe('absent');
    expect(withoutMcp(add(text, codex), codex, text)).toBe(text);
  });

  test('stays ours when somebody turns it off or allows some of its tools', () => {
    expect(
      standingIn(
        `${add('', codex)}enabled = false\n\n[mcp_servers.stemma.tools.why]\napproval_mode = "approve"\n`,
        codex,
        server,
      ),
    ).toBe('ours');
  });
});

test('of a list in YAML the other items stay, before ours and behind it', () => {
  const place = placeOf('continue');
  const text = 'mcpServers:\n  - command: a\n    name: a\n  # of b\n  - name: b\n    command: b\n';
  const longer = add(text, place);
  expect(longer).toBe(
    'mcpServers:\n  - name: stemma\n    command: "sh"\n    args: ["/home/dev \\"x\\"/.stemma/mcp.sh"]\n  - command: a\n    name: a\n  # of b\n  - name: b\n    command: b\n',
  );
  expect(withoutMcp(longer, place, undefined)).toBe(text);
});

test.each([
  ['codex', 'mcp_servers = { stemma = { command = "x" } }\n', /not written as tables/],
  ['codex', 'mcp_servers.stemma.command = "x"\n', /not written as tables/],
  ['codex', '[mcp_servers]\nstemma = { command = "x" }\n', /not written as tables/],
  ['continue', 'mcpServers: [{ name: stemma }]\n', /not written in lines/],
  ['continue', 'mcpServers:\n  stemma: {}\n', /is not a list/],
  ['continue', 'a: 1\n---\nb: 2\n', /not one document/],
  ['gemini', '{ "mcpServers": [] }', /is not an object/],
  ['gemini', '[]', /does not hold one JSON object/],
  ['gemini', '{ "mcpServers": ', /line 1/],
])('settings of %s that are not understood are refused: %s', (agent, text, words) => {
  expect(() => standingIn(text, placeOf(agent), server)).toThrow(words);
});

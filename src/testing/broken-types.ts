import type { Story, StoryEvent, StoryEdge } from './write-stories.ts';

export const missing = "src/cart.ts(3,8): error TS2304: Cannot find name 'totalOfPrices'.";

/**
 * An edit breaks the types; the first thing tried does not help, the second does. A search finds nothing on the way.
 */
export const brokenTypes: Story = {
  name: 'broken-types',
  events: [
    { id: 'ask', t: 'prompt', text: 'add the total' },
    ...run('look', 'cat src/cart.ts', 'return 0;'),
    ...edit('bug', 'src/cart.ts', 'return 0;', 'return totalOfPrices;'),
    ...run('types', 'tsc --noEmit', missing, 'failed'),
    ...run('grep', 'grep -rn totalOfPrices src/shop', 'Exit code 1\n'),
    ...edit('try', 'src/cart.ts', 'return totalOfPrices;', 'return totalOfPrices();'),
    ...run('again', 'tsc --noEmit', missing, 'failed'),
    ...edit('fix', 'src/cart.ts', 'return totalOfPrices();', 'const totalOfPrices = sum();\nreturn totalOfPrices;'),
    ...run('green', 'tsc --noEmit', ''),
  ],
};

export const causesOfBrokenTypes: readonly StoryEdge[] = [
  { effect: 'types', cause: 'bug', type: 'verifies', confidence: 0.9, evidence: ['both name src/cart.ts'] },
  { effect: 'types', cause: 'ask', type: 'asked', confidence: 0.6 },
  { effect: 'bug', cause: 'look', type: 'informed', confidence: 0.8 },
  { effect: 'look', cause: 'ask', type: 'asked', confidence: 0.7 },
  { effect: 'grep', cause: 'types', type: 'reacted', confidence: 0.7 },
  { effect: 'try', cause: 'types', type: 'reacted', confidence: 0.9 },
  { effect: 'again', cause: 'try', type: 'verifies', confidence: 0.9 },
  { effect: 'again', cause: 'types', type: 'retried', confidence: 0.8 },
];

/** Two calls in one message; the second is cancelled because the first failed. */
export const cancelledPush: Story = {
  name: 'called-off',
  events: [
    { id: 'ask', t: 'prompt', text: 'release' },
    ...edit('bug', 'src/cart.ts', 'a', 'totalOfPrices'),
    {
      id: 'types',
      t: 'call',
      tool: 'Bash',
      input: { command: 'tsc --noEmit' },
      summary: 'tsc --noEmit',
      act: 'check',
      failed: true,
      turn: 'ask',
    },
    {
      id: 'push',
      t: 'call',
      tool: 'Bash',
      input: { command: 'git push' },
      summary: 'git push',
      act: 'vcs',
      failed: true,
      turn: 'ask',
    },
    { id: 'types-said', t: 'result', call: 'types', output: missing, failed: true },
    { id: 'push-said', t: 'result', call: 'push', output: 'Sibling tool call errored', failed: true },
  ],
};

/** A command and what came back. */
export function run(id: string, cmd: string, output: string, failed?: 'failed'): readonly StoryEvent[] {
  const fails = failed ? ({ failed: true } as const) : {};
  return [
    {
      id,
      t: 'call',
      tool: 'Bash',
      input: { command: cmd },
      summary: cmd,
      act: /tsc|test/.test(cmd) ? 'check' : cmd.startsWith('cat ') ? 'read' : 'shell',
      turn: 'ask',
      ...fails,
    },
    { id: `${id}-said`, t: 'result', call: id, output, ...fails },
  ];
}

export function edit(id: string, path: string, old: string, now: string): readonly StoryEvent[] {
  return [
    {
      id,
      t: 'call',
      tool: 'edit',
      input: { path, old, new: now },
      summary: `edit ${path}`,
      act: 'edit',
      kind: 'edit',
      turn: 'ask',
    },
    { id: `${id}-done`, t: 'result', call: id, output: 'ok' },
  ];
}

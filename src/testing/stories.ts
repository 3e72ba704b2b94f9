import type { Story } from './write-stories.ts';

/** The user asks, the agent runs the tests, they fail; it fixes the file and they pass. Most tests need no more. */
export const failedTest: Story = {
  name: 'failed-test',
  title: 'Make the tests pass',
  repo: '/home/dev/shop',
  events: [
    { id: 'ask', t: 'prompt', text: 'make the tests pass' },
    { id: 'plan', t: 'say', text: 'I will run them first.', turn: 'ask' },
    {
      id: 'run',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'npm test' },
      summary: 'npm test',
      act: 'check',
      kind: 'test_run',
      failed: true,
      turn: 'ask',
      took: 2300,
    },
    { id: 'red', t: 'result', call: 'run', output: 'exit 1: 1 failing in cart.test.ts', failed: true },
    {
      id: 'fix',
      t: 'call',
      tool: 'edit',
      input: { path: 'src/cart.ts', old: 'a - b', new: 'a + b' },
      summary: 'src/cart.ts',
      act: 'edit',
      kind: 'edit',
      turn: 'ask',
    },
    { id: 'fixed', t: 'result', call: 'fix', output: 'ok' },
    {
      id: 'again',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'npm test' },
      summary: 'npm test',
      act: 'check',
      kind: 'test_run',
      turn: 'ask',
    },
    { id: 'green', t: 'result', call: 'again', output: '12 passing' },
    { id: 'done', t: 'say', text: 'All tests pass now.', turn: 'ask' },
  ],
};

/** A session that hands a search to a sub-agent, and the sub-agent's own session. */
export const delegation: Story = {
  name: 'delegation',
  title: 'Find the slow query',
  repo: '/home/dev/shop',
  began: '2026-03-02T08:00:00Z',
  events: [
    { id: 'ask', t: 'prompt', text: 'which query is slow?' },
    {
      id: 'spawn',
      t: 'call',
      tool: 'agent',
      input: { task: 'look through the logs' },
      summary: 'look through the logs',
      act: 'agent',
      turn: 'ask',
    },
    { id: 'report', t: 'result', call: 'spawn', output: 'the one over orders' },
    { id: 'answer', t: 'say', text: 'The query over orders.', turn: 'ask' },
  ],
};

export const subagent: Story = {
  name: 'delegation/scout',
  title: 'Look through the logs',
  repo: '/home/dev/shop',
  began: '2026-03-02T08:00:02Z',
  root: 'delegation',
  parent: { name: 'delegation', relation: 'subagent' },
  events: [
    { id: 'task', t: 'prompt', text: 'look through the logs', origin: 'harness' },
    {
      id: 'grep',
      t: 'call',
      tool: 'sh',
      input: { cmd: 'grep slow db.log' },
      summary: 'grep slow db.log',
      act: 'search',
      turn: 'task',
    },
    { id: 'found', t: 'result', call: 'grep', output: 'select * from orders took 4 s' },
  ],
};

// In two parts, so that no scanner takes this file for a leak.
export const token = ['ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'].join('');

/** What a hostile tool output tries on a terminal, and a secret. */
export const hostile: Story = {
  name: 'hostile',
  title: 'Read \u001b]0;owned\u0007the \u001b[31mlog\u001b[0m',
  began: '2026-03-01T08:00:00Z',
  events: [
    { id: 'ask', t: 'prompt', text: 'read the log\u202Egnp.exe' },
    { id: 'cat', t: 'call', tool: 'sh', input: { cmd: 'cat log' }, summary: 'cat log', act: 'read', turn: 'ask' },
    { id: 'out', t: 'result', call: 'cat', output: `\u001b[2J\u001b[1;1Hok\u0000\u0008 ${token} 日本語` },
  ],
};

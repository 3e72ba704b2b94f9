import { describe, expect, test } from 'vitest';
import { stated } from '../../memory/digest/message-marks.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../../store/store.ts';
import { quill } from '../../testing/quill.ts';
import { delegation, subagent, token } from '../../testing/stories.ts';
import { idOf, link, uidOf } from '../../testing/write-stories.ts';
import type { Story, StoryEvent } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { redacted } from '../redaction/redacted.ts';
import { refOf } from '../walk/step.ts';
import { handoff } from './handoff/handoff.ts';
import { resume, type ResumeAnswer } from './resume.ts';
import { sessionsBefore } from './sessions-before.ts';

async function packOf(
  store: Store,
  story: Story,
  { budget = 1000, at }: { budget?: number; at?: string } = {},
): Promise<ResumeAnswer> {
  const read = redacted(store.read);
  const session = (await read.session(uidOf(story)))!;
  const event = at === undefined ? undefined : await read.event(refOf(idOf(story, at)));
  return await resume(read, session, { budget, sources: async () => [quill], ...(event && { at: event }) });
}

function linesOf(pack: ResumeAnswer, title: string): readonly string[] {
  return pack.sections.find((section) => section.title === title)?.lines.map(({ text }) => text) ?? [];
}

/** Short ways to write the events of a session. */
function ask(id: string, text: string): StoryEvent {
  return { id, t: 'prompt', text };
}
function say(id: string, text: string): StoryEvent {
  return { id, t: 'say', text, marks: stated(text) };
}
function shell(
  id: string,
  command: string,
  output: string,
  failed?: 'failed',
  act: 'check' | 'shell' | 'vcs' = 'shell',
): readonly StoryEvent[] {
  const fails = failed ? ({ failed: true } as const) : {};
  return [
    { id, t: 'call', tool: 'Bash', input: { command }, summary: `Bash ${command}`, act, turn: 'ask', ...fails },
    { id: `${id}-said`, t: 'result', call: id, output, ...fails },
  ];
}
function read(id: string, path: string): readonly StoryEvent[] {
  return [
    { id, t: 'call', tool: 'Read', input: { path }, summary: `Read ${path}`, act: 'read', turn: 'ask' },
    { id: `${id}-said`, t: 'result', call: id, output: 'some lines' },
  ];
}
function edit(id: string, path: string, now = 'b'): readonly StoryEvent[] {
  return [
    {
      id,
      t: 'call',
      tool: 'Edit',
      input: { path, old: 'a', new: now },
      summary: `Edit ${path}`,
      act: 'edit',
      kind: 'edit',
      turn: 'ask',
    },
    { id: `${id}-said`, t: 'result', call: id, output: 'ok' },
  ];
}

const cart: Story = {
  name: 'cart',
  repo: 'shop',
  events: [
    ask('ask', 'Rename total to sum in src/cart.ts, src/till.ts and src/bill.ts, and keep the tests passing.'),
    ...read('r1', 'src/cart.ts'),
    ...read('r2', 'src/till.ts'),
    ...read('r3', 'src/bill.ts'),
    ...read('r4', 'src/money.ts'),
    ...edit('e1', 'src/cart.ts'),
    ...shell('t1', 'npm test', 'src/till.ts(4,2): error TS2339: Property total does not exist.', 'failed', 'check'),
    ...edit('e2', 'src/till.ts'),
    say('last', 'Now let me rename it in the bill as well:'),
  ],
};

describe('a pack', () => {
  test('begins with what the user asked for last, in the same words', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [...cart.events, ask('ask2', 'Stop renaming. Write down in the README what sum means, with an example.')],
    });
    const [section] = (await packOf(store, cart)).sections;
    expect(section).toMatchObject({
      title: 'Asked',
      lines: [
        { text: 'Stop renaming. Write down in the README what sum means, with an example.' },
        { text: expect.stringMatching(/^Before that: Rename total to sum/) },
      ],
    });
  });

  test('goes back from a word that says nothing to the ask that says what is wanted', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [...cart.events, ask('ask2', 'yes'), ...edit('e3', 'src/bill.ts'), ask('ask3', 'commit')],
    });
    expect(linesOf(await packOf(store, cart), 'Asked')).toEqual([
      'commit',
      'In answer to: Now let me rename it in the bill as well:',
      'Before that: yes',
      'Before that: Rename total to sum in src/cart.ts, src/till.ts and src/bill.ts, and keep the tests passing.',
    ]);
  });

  test('names the files that are still to be done before what is in hand, and what is done last', async () => {
    await using store = await storeWithStories(cart);
    const files = linesOf(await packOf(store, cart), 'Files in play');
    expect(files[0]).toBe('src/bill.ts: named in the request, not edited');
    expect(files[1]).toBe('src/till.ts: edited once, no check since');
    expect(files.at(-1)).toBe('src/cart.ts: edited once, the check since failed');
  });

  test('shows how the last check ended and what was done since', async () => {
    await using store = await storeWithStories(cart);
    expect(linesOf(await packOf(store, cart), 'Where it stands')).toEqual([
      'Last check, one step ago: `npm test` failed: src/till.ts(4,2): error TS2339: Property total does not exist.; one file edited since.',
      'Edits to 2 files and nothing committed in this session: till.ts, cart.ts.',
    ]);
  });

  test('ends with the end of the transcript: the last words whole, each call with how it ended', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        say('plan', 'Two places are left:\n\n- the bill\n- the till'),
        ...shell('ls', 'ls src', 'bill.ts\ntill.ts'),
      ],
    });
    const pack = await packOf(store, cart);
    expect(pack.sections.at(-1)!.title).toBe('The end of the transcript');
    expect(linesOf(pack, 'The end of the transcript').slice(-4)).toEqual([
      'Edit src/till.ts: b',
      'agent: Now let me rename it in the bill as well:',
      'agent: Two places are left:\n- the bill\n- the till',
      '$ ls src → bill.ts / till.ts',
    ]);
  });

  test('uses the budget when there is more to say', async () => {
    const long = {
      ...cart,
      events: [...cart.events, ...Array.from({ length: 200 }, (_, at) => shell(`s${at}`, `ls src/${at}`, 'a')).flat()],
    };
    await using store = await storeWithStories(long);
    for (const budget of [500, 1500])
      expect((await packOf(store, long, { budget })).tokens).toBeGreaterThan(0.9 * budget);
  });

  test('keeps the last message that sums the work up, and marks it when a request came after it', async () => {
    const report = `## Summary\n\n**Root cause**\n\n- the sum starts at one\n- tax is added twice\n\n**Remaining**\n\n- [ ] the bill\n- [ ] the till\n- [x] the cart\n\n${'The rest is unchanged. '.repeat(12)}`;
    const summed = { ...cart, events: [...cart.events, say('sum', report), say('on', 'Going on with the bill.')] };
    await using store = await storeWithStories(summed);
    const [line] = linesOf(await packOf(store, summed), 'Summed up before');
    expect(line).toContain('**Root cause**\n- the sum starts at one');
    expect(line).not.toContain('before the last request');
    const later = {
      ...summed,
      events: [...summed.events, ask('ask2', 'Now look at the login page instead, please.'), say('k', 'Looking.')],
    };
    await using other = await storeWithStories(later);
    expect(linesOf(await packOf(other, later), 'Summed up before')[0]).toContain('before the last request');
  });

  test('keeps what the agent found, decided and tried in vain, in its words', async () => {
    const found = {
      ...cart,
      events: [
        ...cart.events,
        say(
          'f',
          'The root cause is that `sum` starts at 1. I decided to keep the old name in the API. Clearing the cache did not work.',
        ),
        say('end', 'Now the bill.'),
      ],
    };
    await using store = await storeWithStories(found);
    const pack = await packOf(store, found);
    expect(linesOf(pack, 'Found').join()).toContain('The root cause is that `sum` starts at 1.');
    expect(linesOf(pack, 'Decided').join()).toContain('I decided to keep the old name in the API.');
    expect(linesOf(pack, 'Did not work').join()).toContain('Clearing the cache did not work.');
  });

  test('quotes a sentence that points back with the one before it, and a list with what introduces it', async () => {
    const skips = {
      ...cart,
      events: [
        ...cart.events,
        say('f', 'Caching `sum` needs a change of `total()`. I will skip this one and say so in the review.'),
        say('p', 'What is left to do:\n- rename `sum` in the bill\n- add a test of `tax`'),
        ...edit('e8', 'src/bill.ts'),
        say('end', 'So.'),
      ],
    };
    await using store = await storeWithStories(skips);
    const pack = await packOf(store, skips);
    expect(linesOf(pack, 'Decided').join()).toContain(
      'Caching `sum` needs a change of `total()`. I will skip this one and say so in the review.',
    );
    expect(linesOf(pack, 'Next').join()).toContain('What is left to do: rename `sum` in the bill; add a test of `tax`');
  });

  test('takes for a finding nothing that the agent only says it is doing', async () => {
    const busy = {
      ...cart,
      events: [
        ...cart.events,
        say('f', "I'm currently focused on the missing `total()` in `src/bill.ts`. The cause was the missing `tax()`."),
        say('end', 'So.'),
      ],
    };
    await using store = await storeWithStories(busy);
    const said = linesOf(await packOf(store, busy), 'Found').join();
    expect(said).toContain('The cause was the missing `tax()`.');
    expect(said).not.toContain('focused');
  });

  test('for an agent that reads the summary of its compaction: only what that leaves out', async () => {
    const compacted: Story = {
      ...cart,
      events: [
        ...cart.events,
        say('f', 'The root cause is that `sum` starts at 1. Port 9417 is taken by the old till.'),
        {
          id: 'sum',
          t: 'prompt',
          origin: 'compaction',
          text: '1. Root cause found: `sum` starts at 1.\n2. Next: rename it in the bill as well.',
        },
      ],
    };
    await using store = await storeWithStories(compacted);
    const session = (await store.read.session(uidOf(compacted)))!;
    const left = await resume(store.read, session, { sources: async () => [quill], isCompacted: true });
    expect(left.text).toContain('Port 9417');
    expect(linesOf(left, 'Found')).toEqual([]);
    expect(linesOf(await resume(store.read, session, { sources: async () => [quill] }), 'Found')).not.toEqual([]);
  });

  test('does not repeat as found what the person said was not right', async () => {
    const wrong = {
      ...cart,
      events: [
        ...cart.events,
        say('f', 'The root cause is the cache in `src/till.ts`.'),
        ask('ask2', 'no, that is not it, the total is still wrong after a restart'),
        say('g', 'The root cause is that `sum` starts at 1.'),
        say('end', 'Now the bill.'),
      ],
    };
    await using store = await storeWithStories(wrong);
    const stated = linesOf(await packOf(store, wrong), 'Found').join();
    expect(stated).toContain('`sum` starts at 1');
    expect(stated).not.toContain('cache');
  });

  test('shows what names something, and what is already there only once', async () => {
    const noted = {
      ...cart,
      events: [
        ...cart.events,
        say(
          'f',
          'The bill reads its prices from `src/prices.json` in 12 currencies. The prices come from `src/prices.json`.',
        ),
        say('end', 'Now the bill.'),
        ...Array.from({ length: 40 }, (_, at) =>
          say(`s${at}`, `Part ${at} of the walk is over and nothing came of it.`),
        ),
      ],
    };
    await using store = await storeWithStories(noted);
    const lines = linesOf(await packOf(store, noted, { budget: 300 }), 'Noted').join();
    expect(lines).toContain('The bill reads its prices from `src/prices.json` in 12 currencies.');
    expect(lines).not.toContain('The prices come from');
  });

  test('does not show as found a cause after which the agent went on looking', async () => {
    const dropped = {
      ...cart,
      events: [
        ...cart.events,
        say('f', 'The root cause is the cache in `src/till.ts`.'),
        ...Array.from({ length: 6 }, (_, at) => shell(`g${at}`, `grep -n total src/${at}.ts`, 'nothing')).flat(),
      ],
    };
    await using store = await storeWithStories(dropped);
    expect(linesOf(await packOf(store, dropped), 'Found')).toEqual([]);
  });

  test('for another agent names no tool of this one', async () => {
    await using store = await storeWithStories(cart);
    const read = redacted(store.read);
    const session = (await read.session(uidOf(cart)))!;
    const { text } = await handoff(read, session, { to: 'codex', sources: async () => [quill] });
    expect(text).toContain('- editing src/till.ts: b');
    expect(text).not.toMatch(/^- (?:Edit|Read|Bash) /m);
  });

  test('says that a plan has to be approved, until it is', async () => {
    const mode = (id: string, tool: string): readonly StoryEvent[] => [
      { id, t: 'call', tool, input: {}, summary: tool, act: 'plan', turn: 'ask' },
      { id: `${id}-said`, t: 'result', call: id, output: 'ok' },
    ];
    const line = 'In plan mode: a plan has to be approved before anything is changed.';
    const planning = { ...cart, events: [...cart.events, ...mode('p', 'EnterPlanMode')] };
    await using store = await storeWithStories(planning);
    expect(linesOf(await packOf(store, planning), 'Where it stands')).toContain(line);
    const approved = { ...planning, events: [...planning.events, ...mode('q', 'ExitPlanMode')] };
    await using other = await storeWithStories(approved);
    expect(linesOf(await packOf(other, approved), 'Where it stands')).not.toContain(line);
  });

  test('shows what came last even if it is long', async () => {
    const long = {
      ...cart,
      events: [...cart.events, say('end', `The bill is next. ${'It has many lines. '.repeat(60)}`)],
    };
    await using store = await storeWithStories(long);
    for (const budget of [300, 500])
      expect(linesOf(await packOf(store, long, { budget }), 'The end of the transcript').at(-1)).toMatch(
        /^agent: The bill is next\./,
      );
  });

  test('does not pass a guess off as found', async () => {
    const guess = {
      ...cart,
      events: [...cart.events, say('f', 'The root cause is probably the cache in `src/till.ts`.'), say('end', 'So.')],
    };
    await using store = await storeWithStories(guess);
    expect(linesOf(await packOf(store, guess), 'Found')).toEqual([]);
  });

  test('shows what the agent left open, until something was edited', async () => {
    const open = {
      ...cart,
      events: [...cart.events, say('f', 'The bill still fails with an error.'), say('end', 'So.')],
    };
    await using store = await storeWithStories(open);
    expect(linesOf(await packOf(store, open), 'Left open').join()).toContain('The bill still fails with an error.');
    const later = { ...open, events: [...open.events, ...edit('e4', 'src/bill.ts')] };
    await using other = await storeWithStories(later);
    expect(linesOf(await packOf(other, later), 'Left open')).toEqual([]);
  });

  test('names all calls that run at once without a result', async () => {
    const several = {
      ...cart,
      events: [...cart.events, shell('a', 'npm run lint', '')[0]!, shell('b', 'npm run docs', '')[0]!],
    };
    await using store = await storeWithStories(several);
    expect(linesOf(await packOf(store, several), 'Where it stands')[0]).toBe(
      'No result yet for: `npm run lint`; `npm run docs`',
    );
    const same = {
      ...cart,
      events: [...cart.events, shell('a', 'npm run lint', '')[0]!, shell('b', 'npm run lint', '')[0]!],
    };
    await using other = await storeWithStories(same);
    expect(linesOf(await packOf(other, same), 'Where it stands')[0]).toBe(
      'No result yet for: `npm run lint` (2 calls)',
    );
  });

  test('shows how a check that passed sums up', async () => {
    const checked = {
      ...cart,
      events: [...cart.events, ...shell('t', 'npm test', 'one ok\nTests: 14 passed (2.3s)', undefined, 'check')],
    };
    await using store = await storeWithStories(checked);
    expect(linesOf(await packOf(store, checked), 'Where it stands').join()).toContain(
      '`npm test` passed: Tests: 14 passed',
    );
  });

  test('names what runs in the background until its end is reported', async () => {
    const server = {
      ...cart,
      events: [
        ...cart.events,
        ...shell('bg', 'npm run dev', 'Command running in background with ID: b1x.'),
        say('s', 'So.'),
      ],
    };
    await using store = await storeWithStories(server);
    const running = 'Still running in the background: npm run dev (b1x)';
    expect(linesOf(await packOf(store, server), 'Where it stands')).toContain(running);
    const over: Story = {
      ...server,
      events: [...server.events, { id: 'n', t: 'prompt', text: '<task-id>b1x</task-id>', origin: 'notification' }],
    };
    await using other = await storeWithStories(over);
    expect(linesOf(await packOf(other, over), 'Where it stands')).not.toContain(running);
    const looked = { ...server, events: [...server.events, ...read('look', '/tmp/tasks/b1x.output')] };
    await using third = await storeWithStories(looked);
    expect(linesOf(await packOf(third, looked), 'Where it stands')).not.toContain(running);
  });

  test('says that nothing was done yet for the last request', async () => {
    const fresh = { ...cart, events: [...cart.events, ask('ask2', 'Now look at the login page instead, please.')] };
    await using store = await storeWithStories(fresh);
    expect(linesOf(await packOf(store, fresh), 'Next')).toEqual(['Nothing was done for the last request yet.']);
    await using other = await storeWithStories(cart);
    expect(linesOf(await packOf(other, cart), 'Next').join()).not.toContain('Nothing was done');
  });

  test('shows the beginning of a long request, and the headings of the rest', async () => {
    const steps = ['Prices', 'Taxes', 'Receipts'].map((name) => `## ${name}\n${`Change the ${name}. `.repeat(60)}`);
    const plan = { ...cart, events: [ask('ask', `Implement this plan.\n${steps.join('\n')}`), ...read('r1', 'a.ts')] };
    await using store = await storeWithStories(plan);
    const [asked] = linesOf(await packOf(store, plan), 'Asked');
    expect(asked).toMatch(/^Implement this plan\.\n## Prices/);
    expect(asked).toContain('(then: Taxes; Receipts)');
  });

  test('shows what a short answer chose', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        say('q', 'Which one?\n\n1. Rename the bill\n2. Leave the bill alone\n\nReply with a number.'),
        ask('ask2', '2'),
      ],
    });
    expect(linesOf(await packOf(store, cart), 'Asked').slice(0, 2)).toEqual([
      '2',
      'In answer to: 2. Leave the bill alone',
    ]);
  });

  test('shows an open error, marks an unchecked fix, and drops it once the check passes', async () => {
    await using store = await storeWithStories(cart);
    expect(linesOf(await packOf(store, cart), 'Open errors')).toEqual([
      'src/till.ts(4,2): error TS2339: Property total does not exist. (`npm test`); editing src/till.ts may have to do with it, not checked since',
    ]);
    await using green = await storeWithStories({
      ...cart,
      events: [...cart.events, ...shell('t2', 'npm test', '12 passing', undefined, 'check')],
    });
    const pack = await packOf(green, cart);
    expect(linesOf(pack, 'Open errors')).toEqual([]);
    expect(linesOf(pack, 'Commands here')).toEqual(['`npm test` ok, after failing once']);
  });

  test('says what comes next in the words of the agent, and nothing once that was done', async () => {
    await using store = await storeWithStories(cart);
    expect(linesOf(await packOf(store, cart), 'Next')).toEqual([
      'Continue with what the agent announced: Now let me rename it in the bill as well:',
    ]);
    await using done = await storeWithStories({ ...cart, events: [...cart.events, ...edit('e3', 'src/bill.ts')] });
    expect(linesOf(await packOf(done, cart), 'Next')).toEqual([]);
  });

  test('says which question of the agent waits for an answer', async () => {
    const asking = {
      ...cart,
      events: [...cart.events, say('q', 'The bill is used by the shop too. Shall I rename it there?')],
    };
    await using store = await storeWithStories(asking);
    expect(linesOf(await packOf(store, cart), 'Next')[0]).toBe(
      'The agent asked and was not answered yet: Shall I rename it there?',
    );
  });

  test('follows the list that the agent keeps, while it is about the present task', async () => {
    const todos = [
      { content: 'Rename', status: 'completed' },
      { content: 'Write the change log', status: 'pending' },
      { content: 'Run the tests', status: 'in_progress' },
    ];
    const planning: Story = {
      ...cart,
      events: [
        ...cart.events,
        {
          id: 'todo',
          t: 'call',
          tool: 'TodoWrite',
          input: { todos },
          summary: 'TodoWrite Run the tests (1/3 done)',
          act: 'plan',
          turn: 'ask',
        },
        { id: 'todo-said', t: 'result', call: 'todo', output: 'ok' },
      ],
    };
    await using store = await storeWithStories(planning);
    const pack = await packOf(store, planning);
    expect(linesOf(pack, 'Next')).toEqual(['By its plan: Run the tests']);
    expect(linesOf(pack, 'Where it stands')).toContain(
      'Plan, 1 of 3 done:\n[x] Rename\n[ ] Write the change log\n[>] Run the tests',
    );
    await using later = await storeWithStories({
      ...planning,
      events: [...planning.events, ask('other', 'Leave that for now and tell me why the build is slow.')],
    });
    expect(linesOf(await packOf(later, planning), 'Next').join()).not.toContain('plan');
  });

  test('does not show a command as failing that passed with other quotes', async () => {
    const quoted = {
      ...cart,
      events: [
        ...cart.events,
        ...shell('q1', 'bootcfg /set {a-1} path x', 'The set command is not valid', 'failed'),
        ...shell('q2', 'bootcfg /set "{a-1}" path x', 'done'),
        say('s', 'So.'),
      ],
    };
    await using store = await storeWithStories(quoted);
    const lines = linesOf(await packOf(store, quoted), 'Commands here').filter((each) => each.includes('bootcfg'));
    expect(lines.join()).not.toContain('fails');
    expect(lines.join()).toContain('ok since');
  });

  test('shows why a command failed, and that it passed later as part of another', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        ...shell('l1', 'npm run lint', 'unused variable total', 'failed', 'check'),
        ...shell('l2', 'pip install x', 'pip: command not found', 'failed'),
      ],
    });
    expect(linesOf(await packOf(store, cart), 'Commands here')).toEqual(
      expect.arrayContaining([
        '`npm run lint` fails: unused variable total',
        '`pip install x` fails: pip: command not found',
      ]),
    );
    await using fixed = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        ...shell('l1', 'npm run lint', 'unused variable total', 'failed', 'check'),
        ...shell('l2', 'npm run build && npm run lint', 'ok', undefined, 'check'),
      ],
    });
    expect(linesOf(await packOf(fixed, cart), 'Commands here')).toContain(
      '`npm run lint` ok since, in `npm run build && npm run lint`',
    );
  });

  test('keeps what did not help and what was taken back, so that nobody tries it again', async () => {
    const stubborn: Story = {
      ...cart,
      events: [
        ask('ask', 'Make the types of src/cart.ts right.'),
        ...edit('bug', 'src/cart.ts', 'totalOfPrices'),
        ...shell(
          'c1',
          'tsc --noEmit',
          "src/cart.ts(3,8): error TS2304: Cannot find name 'totalOfPrices'.",
          'failed',
          'check',
        ),
        ...edit('vain', 'src/cart.ts', 'totalOfPrices()'),
        ...shell(
          'c2',
          'tsc --noEmit',
          "src/cart.ts(3,8): error TS2304: Cannot find name 'totalOfPrices'.",
          'failed',
          'check',
        ),
        ...shell('back', 'git restore src/till.ts', ''),
        ...edit('fix', 'src/sums.ts', 'const totalOfPrices = 1'),
        ...shell('c3', 'tsc --noEmit', '', undefined, 'check'),
      ],
    };
    await using store = await storeWithStories(stubborn);
    expect(linesOf(await packOf(store, stubborn), 'Did not work')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^editing src\/cart\.ts .*did not help against "src\/cart\.ts\(3,8\): error TS2304/),
        'Taken back: `git restore src/till.ts`',
      ]),
    );
  });

  test('keeps what the user laid down on the way', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        ask('rule', 'Never touch src/money.ts. It is used by the bank.'),
        ask(
          'ask2',
          'Now go on with the renaming in all the other files there are in src, one after the other, and tell me when all of it is done and the tests pass.',
        ),
      ],
    });
    expect(linesOf(await packOf(store, cart), 'Rules given')).toContainEqual(
      expect.stringMatching(/^\d\d:\d\d Never touch src\/money\.ts\.$/),
    );
  });

  test('says which call got no answer', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        {
          id: 'wait',
          t: 'call',
          tool: 'Bash',
          input: { command: 'npm publish' },
          summary: 'Bash npm publish',
          act: 'shell',
          turn: 'ask',
        },
      ],
    });
    const pack = await packOf(store, cart);
    expect(linesOf(pack, 'Where it stands')[0]).toBe('No result yet for: `npm publish`');
    expect(linesOf(pack, 'The end of the transcript').at(-1)).toBe('$ npm publish → no result yet');
  });

  test('names a step of the session behind every line', async () => {
    await using store = await storeWithStories(cart);
    const ids = new Set(cart.events.map(({ id }) => idOf(cart, id)));
    const { sections } = await packOf(store, cart);
    expect(sections.flatMap(({ lines }) => lines).filter(({ step }) => !ids.has(step))).toEqual([]);
  });

  test.each([50, 51, 77, 120, 300, 1000, 5000, 100_000])(
    'of %i tokens is never longer, and always says what is asked',
    async (budget) => {
      await using store = await storeWithStories(cart);
      const { text, tokens } = await packOf(store, cart, { budget });
      expect(text.length).toBeLessThanOrEqual(4 * budget);
      expect(tokens).toBe(Math.ceil(text.length / 4));
      expect(text).toContain('Rename total to sum');
    },
  );

  test.each([0, 49, 100_001, 12.5, Number.NaN])('of %d tokens is refused', async (budget) => {
    await using store = await storeWithStories(cart);
    await expect(packOf(store, cart, { budget })).rejects.toThrow(StemmaError);
  });

  test('of a session in which nothing happened says nothing, and does not fail', async () => {
    const empty: Story = { name: 'empty', events: [] };
    await using store = await storeWithStories(empty);
    expect(await packOf(store, empty)).toMatchObject({ sections: [] });
  });

  test('carries no secret, wherever it was said', async () => {
    const leaky: Story = {
      ...cart,
      events: [
        ask('ask', `Log in with ${token} and list the orders of the shop.`),
        ...shell('curl', `curl -H ${token} https://shop`, `denied: ${token}`, 'failed'),
        say('s', `I used ${token}.`),
      ],
    };
    await using store = await storeWithStories(leaky);
    const pack = await packOf(store, leaky);
    expect(
      JSON.stringify(pack.sections.filter(({ title }) => title === 'Asked' || title === 'Where it stands')),
    ).not.toContain(token);
  });
});

describe('as it stood', () => {
  test('right after an event, nothing that came later is known', async () => {
    await using store = await storeWithStories({
      ...cart,
      events: [
        ...cart.events,
        ...shell('t2', 'npm test', '12 passing', undefined, 'check'),
        ask('ask2', 'Now write the change log, please.'),
      ],
    });
    const then = await packOf(store, cart, { at: 't1-said' });
    expect(linesOf(then, 'Asked')).toHaveLength(1);
    expect(linesOf(then, 'Open errors')).toEqual([
      'src/till.ts(4,2): error TS2339: Property total does not exist. (`npm test`)',
    ]);
    expect(then.text).not.toContain('src/till.ts: edited');
    expect(linesOf(await packOf(store, cart), 'Open errors')).toEqual([]);
  });

  test('right after a call, its result is not known, nor that it failed', async () => {
    await using store = await storeWithStories(cart);
    const pack = await packOf(store, cart, { at: 't1' });
    expect(linesOf(pack, 'Where it stands')).toEqual([
      'No result yet for: `npm test`',
      'Edits to one file and nothing committed in this session: cart.ts; no test, build or other check has run since.',
    ]);
    expect(linesOf(pack, 'Open errors')).toEqual([]);
    expect(linesOf(pack, 'Commands here')).toEqual([]);
    expect(linesOf(pack, 'Where it stands')).toContain('No result yet for: `npm test`');
  });

  test('an event of another session is refused', async () => {
    await using store = await storeWithStories(cart, delegation);
    const session = (await store.read.session(uidOf(delegation)))!;
    const [event] = await store.read.findEvents('t1', uidOf(cart), 1);
    await expect(resume(store.read, session, { at: event!, sources: async () => [quill] })).rejects.toThrow(
      'is not an event of quill:delegation',
    );
  });
});

describe('what belongs to a session', () => {
  test('a session that continues another is packed with it', async () => {
    const resumed: Story = {
      name: 'resumed',
      root: 'cart',
      parent: { name: 'cart', relation: 'resume' },
      began: '2026-03-02T11:00:00Z',
      events: [ask('more', 'continue'), ...edit('e4', 'src/bill.ts')],
    };
    await using store = await storeWithStories(cart, resumed);
    const pack = await packOf(store, resumed);
    expect(linesOf(pack, 'Asked')).toEqual(['continue', expect.stringMatching(/^Before that: Rename total to sum/)]);
    expect(pack.text).toContain('src/till.ts');
  });

  test("what came before a compaction is not lost, and its summary is nobody's ask", async () => {
    const compacted: Story = {
      ...cart,
      events: [
        ...cart.events,
        {
          id: 'sum',
          t: 'prompt',
          origin: 'compaction',
          text: 'This session is being continued from a previous conversation.',
        },
        ...edit('e4', 'src/bill.ts'),
      ],
    };
    await using store = await storeWithStories(compacted);
    const pack = await packOf(store, compacted);
    expect(linesOf(pack, 'Asked')).toEqual([expect.stringMatching(/^Rename total to sum/)]);
    expect(pack.text).toContain('src/cart.ts');
  });

  test('the sessions that led to it are named, newest first, when they are asked for', async () => {
    const first: Story = { name: 'first', repo: 'shop', events: [ask('ask', 'Write the cart, please.')] };
    const other: Story = { name: 'other', repo: 'bank', events: [ask('ask', 'Count the money, please.')] };
    await using store = await storeWithStories(cart, first, other);
    const session = (await store.read.session(uidOf(cart)))!;
    const before = await sessionsBefore(store.read, session);
    expect(before.map(({ uid }) => uid)).toEqual([uidOf(first)]);
    const pack = await resume(store.read, session, { sources: async () => [quill], sessionsBefore: before });
    expect(linesOf(pack, 'Sessions before')).toEqual([expect.stringContaining('(quill:first)')]);
    expect(await sessionsBefore(store.read, session, Date.parse('2100-01-01'))).toEqual([]);
  });

  test('files of a sub-agent rank below those of the agent itself', async () => {
    const lead: Story = { ...delegation, events: [...delegation.events.slice(0, 3), ...read('own', 'src/orders.ts')] };
    const helper: Story = {
      ...subagent,
      events: [subagent.events[0]!, ...read('log', 'logs/slow.log'), ...read('log2', 'src/query.ts')],
    };
    await using store = await storeWithStories(lead, helper);
    await link(store, helper, [{ of: lead, cause: 'spawn', effect: 'task' }]);
    const files = linesOf(await packOf(store, lead, { budget: 5000 }), 'Files in play');
    expect(files[0]).toContain('src/orders.ts: read');
    expect(files.slice(1).toSorted()).toEqual([
      expect.stringContaining('logs/slow.log: by a sub-agent'),
      expect.stringContaining('src/query.ts: by a sub-agent'),
    ]);
  });

  test('a sub-agent is asked what its task says, for what the person wanted', async () => {
    await using store = await storeWithStories();
    expect(linesOf(await packOf(store, subagent), 'Asked')).toEqual([
      'look through the logs',
      'Before that: which query is slow?',
    ]);
  });

  test('a long session is read from its end, and no more of it than of a shorter one', async () => {
    const long: Story = {
      name: 'long',
      events: [
        ask('ask', 'Read all of the files of this repository, please.'),
        ...Array.from({ length: 3000 }, (_, at) => read(`r${at}`, `src/file${at}.ts`)).flat(),
      ],
    };
    await using store = await storeWithStories(long);
    let events = 0;
    const counting = {
      ...store.read,
      recentEvents: async (...args: Parameters<typeof store.read.recentEvents>) => {
        const found = await store.read.recentEvents(...args);
        events += found.length;
        return found;
      },
    };
    const pack = await resume(counting, (await store.read.session(uidOf(long)))!, { sources: async () => [quill] });
    expect(events).toBeLessThan(4000);
    expect(linesOf(pack, 'Asked')).toEqual(['Read all of the files of this repository, please.']);
    expect(pack.text).toContain('file2999.ts');
  });
});

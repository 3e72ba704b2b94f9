import { describe, expect, test } from 'vitest';
import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import type { DigestedFailure, DigestFacts } from '../../model/digest-facts.ts';
import { DigestMaker, type MadeDigest } from './make-digest.ts';
import { reported, stated } from './message-marks.ts';

const uid = 'quill:1' as SessionUid;
type Used = DigestFacts['cost']['models'][number];

let count = 0;
const ended = Date.parse('2026-03-02T10:00:00Z');

test('a session is summed up: what was asked, touched, run, brought in, and what it cost', () => {
  const { digest } = made(
    [
      ask('Fix the cart'),
      call('Read src/cart.ts', { act: 'read', marks: ['read src/cart.ts'] }),
      done('ok'),
      call('Edit src/cart.ts', { act: 'edit', kind: 'edit', tool: 'Edit', marks: ['edit src/cart.ts'] }),
      done('updated'),
      run('npm test', { failed: true }),
      failed('1 failing'),
      call('Edit src/cart.ts', { act: 'edit', kind: 'edit', tool: 'Edit', marks: ['edit src/cart.ts'] }),
      done('updated'),
      run('npm test 2>&1 | tail -5'),
      done('4 passing'),
      commit('git commit -m "Fix the cart"'),
      done('[main abc1234] Fix the cart (12 lines)'),
      reply('Fixed.'),
    ],
    {
      cost: {
        wall_clock_s: 61.4,
        turns: 1,
        retries: 2,
        models: [used({ model: 'haiku', usd: 0.25 }), used({ model: 'opus', cache_read: 100 })],
      },
    },
  );
  expect(digest.asks).toMatchObject({ total: 1, items: [{ text: 'Fix the cart' }] });
  expect(digest.files).toMatchObject({ total: 1, items: [{ path: 'src/cart.ts', edits: 2, reads: 1 }] });
  expect(digest.commands.items).toMatchObject([
    { command: 'npm test', runs: 2, failed: 1, ended: 'ok' },
    { command: 'git commit -m "Fix the cart"', runs: 1, ended: 'ok' },
  ]);
  expect(digest.delivered.items).toMatchObject([{ text: '[main abc1234] Fix the cart' }]);
  expect(digest.cost).toEqual({
    wall_clock_s: 61.4,
    turns: 1,
    retries: 2,
    models: [used({ model: 'opus', cache_read: 100 }), used({ model: 'haiku', usd: 0.25 })],
  });
  expect(digest.left_open).toEqual({ total: 0, items: [] });
});

describe('it ended', () => {
  const edit = [call('Edit a.ts', { act: 'edit', kind: 'edit', marks: ['edit a.ts'] }), done('updated')];
  const committed = [commit('git commit -m x'), done('[main abc1234] x')];
  const failing = [run('npm test', { failed: true }), failed('1 failing')];
  const passing = [run('npm test'), done('ok')];
  const looked = [call('Read a.ts', { act: 'read' }), done('12 lines')];
  const editFails = [call('Write README.md', { act: 'edit', kind: 'edit', failed: true }), failed('not permitted')];
  const commandFails = [call('Bash npm outdated', { act: 'shell', failed: true }), failed('shop 1.1 1.2')];
  const ownCheckFails = [call('bash lint.sh', { act: 'shell', role: 'system', failed: true }), failed('F401')];
  const commitFails = [
    call('Bash git commit -m x', { act: 'vcs', marks: ['run git commit'], failed: true }),
    failed('no such path'),
  ];
  const doneBefore = [ask('Add a total'), ...edit, reply('Added.')];

  test.each<[string, Outcome, readonly Event[], string]>([
    // Success: what was asked last was done, and nothing is known to be wrong.
    [
      'well when checks pass after the last edit',
      'success',
      [ask('go'), ...edit, ...passing, reply('Done.')],
      'npm test',
    ],
    [
      'well when the work was committed',
      'success',
      [ask('go'), ...edit, ...committed, reply('Done.')],
      'The work was committed: x.',
    ],
    [
      'midway when the record stops before the commit has a result',
      'abandoned',
      [ask('go'), ...edit, commit('git commit -m x')],
      'has no result',
    ],
    [
      'well when a program commits by itself and records no result',
      'success',
      [ask('go'), reply('Here it is:'), ...edit, { ...commit('git commit -m x'), role: 'system' }],
      'committed',
    ],
    [
      'well when the last thing is a command that the person ran',
      'success',
      [ask('Add a total'), ...edit, reply('Added.'), ask('/run npm test -- --watch=no')],
      'nothing was checked',
    ],
    [
      'well when it was committed although a check failed before',
      'success',
      [ask('go'), ...edit, ...failing, ...committed, reply('Done.')],
      'committed',
    ],
    [
      'well when an answer follows work that nothing contradicts',
      'success',
      [ask('go'), ...edit, reply('Done.')],
      'nothing was checked',
    ],
    [
      'well when the last words are thanks',
      'success',
      [ask('go'), ...edit, reply('Done.'), ask('Thanks, perfect!')],
      'content',
    ],
    [
      'well when a question was answered without a call',
      'success',
      [ask('What is a cart?'), reply('A list of items.')],
      'cart',
    ],
    [
      'well when the run of a check was asked for, whatever it shows',
      'success',
      [ask('run the tests'), ...failing, reply('One test fails: total.')],
      'answer',
    ],
    [
      'well when the failing check has nothing to do with the work, as the answer says',
      'success',
      [
        ask('Add a total'),
        ...edit,
        ...failing,
        says('Added. The one failing test is unrelated: it needs the network.'),
      ],
      'nothing was checked',
    ],
    [
      'well when somebody stops what is done already',
      'success',
      [ask('go'), ...edit, ...committed, reply('Done.'), interrupt()],
      'committed',
    ],
    [
      'well when only a tool was asked for its version',
      'success',
      [
        ask('go'),
        ...edit,
        ...passing,
        run('mocha --version', { failed: true }),
        failed('no such file'),
        reply('Done.'),
      ],
      'npm test',
    ],
    [
      'well when a command of the program comes last',
      'success',
      [ask('go'), ...edit, ...committed, ask('/diff'), ask('/exit')],
      'committed',
    ],
    [
      'well when a person runs something at the end',
      'success',
      [ask('go'), ...edit, reply('Done.'), call('bash ls', { role: 'user' }), done('a.ts')],
      'nothing was checked',
    ],
    [
      'well when its answer is applied after it was written',
      'success',
      [ask('go'), reply('This changes the sum.'), ...edit],
      'as announced',
    ],

    [
      'well when a question was answered, though the last command failed on the way',
      'success',
      [ask('Is there a newer version?'), ...commandFails, reply('Yes, 1.2.')],
      'answer',
    ],
    [
      'well in a language it cannot read, by what was done',
      'success',
      [ask('Добавь сумму'), ...edit, ...passing, says('Готово, все тесты проходят.')],
      'npm test',
    ],

    [
      'well when the answer says that a hook committed what the commit could not',
      'success',
      [ask('commit it'), ...edit, ...commitFails, says('The changes are already committed, by a hook.')],
      'answered',
    ],
    [
      'well when a correction was followed',
      'success',
      [...doneBefore, ask('no, call it sum'), ...edit, reply('Renamed.')],
      'nothing was checked',
    ],
    [
      'well when somebody types a command of the shell at the end',
      'success',
      [ask('go'), ...edit, reply('Done.'), ask('ls')],
      'nothing was checked',
    ],
    [
      'well when one error was recorded twice, and another question answered',
      'success',
      [
        ask('/ask Error: no such table'),
        ask('Error: no such table'),
        reply('Create it.'),
        ask('What does it hold?'),
        reply('The carts.'),
      ],
      'answered',
    ],

    // Partial: something was done, and something is left.
    [
      'in part when a commit failed for an earlier request, and none followed',
      'partial',
      [
        ...doneBefore,
        ask('Now the docs'),
        ...edit,
        ...commitFails,
        reply('It failed.'),
        ask('And b.ts'),
        ...edit,
        reply('Done.'),
      ],
      'the commit still fails',
    ],
    [
      'in part when the user complained twice and it was only pushed since',
      'partial',
      [
        ...doneBefore,
        ask('The build still fails'),
        ...edit,
        reply('Fixed.'),
        ask('It is still failing'),
        ...edit,
        push({}),
        done('main -> main'),
        reply('Pushed.'),
      ],
      'complained 2 times',
    ],
    [
      'in part when it was to be tried out, and that is left to the user',
      'partial',
      [
        ask('Install it and test it'),
        call('Bash npm install -g shop'),
        done('ok'),
        says('Installed. Please restart the shell to test it.'),
      ],
      'leaves trying it out',
    ],
    [
      'abandoned when it was stopped again, and the edits before stand',
      'abandoned',
      [ask('go'), ...edit, interrupt(), ask('and the docs'), ...looked, interrupt()],
      '1 earlier edit stands',
    ],
    [
      'in part when its agent says so, and a request before was done',
      'partial',
      [...doneBefore, ask('Now the docs'), ...looked, reply('Here they are.')],
      '1 earlier request was done',
    ],
    [
      'in part when edits are made and a check fails',
      'partial',
      [ask('Add a total'), ...edit, ...failing, reply('Done.')],
      'npm test still fails',
    ],
    [
      'in part when a failed check was not run again',
      'partial',
      [ask('go'), ...failing, ...edit, reply('Fixed.')],
      'not repeated',
    ],
    [
      'abandoned when the last request was stopped, whatever was done before',
      'abandoned',
      [...doneBefore, ask('Now the docs'), ...looked, interrupt()],
      '1 earlier request was done',
    ],
    [
      'abandoned when the last prompt has no answer, whatever was done before',
      'abandoned',
      [...doneBefore, ask('and now the docs')],
      'and now the docs',
    ],
    [
      'in part when the model could not be reached after other work',
      'partial',
      [...doneBefore, ask('Now the docs'), apiError('API Error: 529 overloaded')],
      'overloaded',
    ],
    [
      'in part when a push fails',
      'partial',
      [
        ask('commit and push it'),
        ...edit,
        ...committed,
        push({ failed: true }),
        failed('no remote'),
        reply('Committed.'),
      ],
      'the push still fails',
    ],
    [
      'in part when a commit fails, though older commits are pushed after it',
      'partial',
      [ask('go'), ...edit, ...commitFails, push({}), done('main -> main'), reply('Committed and pushed.')],
      'the commit still fails',
    ],
    [
      'in part when a task was stopped and only questions came after it',
      'partial',
      [ask('Update the server'), ...looked, interrupt(), ask('Which port is it?'), ...looked, reply('8080.')],
      'an earlier request was not done: "Update the server"',
    ],
    [
      'in part when a task was refused and only questions came after it',
      'partial',
      [
        ask('Update the server'),
        ...looked,
        says('I cannot reach it.'),
        ask('Why not?'),
        ...looked,
        reply('A firewall.'),
      ],
      'an earlier request was not done: "Update the server"',
    ],
    [
      'in part when it ends with what it would do next',
      'partial',
      [ask('go'), ...edit, says('Now let me run the script again:')],
      'run the script again',
    ],
    [
      'in part when it waits for the user',
      'partial',
      [ask('go'), ...edit, says('The config is there. Once you have the token, tell me and I will test it.')],
      'once you have the token',
    ],
    [
      'in part when it passed its check and ends without an answer',
      'partial',
      [ask('go'), reply('Let me add it.'), ...edit, ...passing],
      'without an answer',
    ],
    [
      'in part when a check that its agent runs by itself failed before the last edit',
      'partial',
      [ask('go'), ...edit, ...ownCheckFails, reply('This removes the import.'), ...edit],
      'not repeated',
    ],
    [
      'in part when the user said it was wrong, and nothing was changed',
      'partial',
      [...doneBefore, ask('no, that is the wrong page'), ...looked, reply('It is on the right page.')],
      'wrong page',
    ],
    [
      'in part when it was delivered and ends in the middle of what follows',
      'partial',
      [ask('go'), ...edit, ...committed, says('Now let me look at the docs:'), call('Task scout')],
      'Task scout has no result',
    ],
    [
      'in part when its plan is not done',
      'partial',
      [
        ask('go'),
        ...edit,
        call('TodoWrite Write the docs (1/3 done)', { act: 'plan' }),
        done('ok'),
        reply('Added the total.'),
      ],
      '2 of 3 items',
    ],
    [
      'in part when the last message says what is left',
      'partial',
      [ask('go'), ...edit, says('The total is there.\n\nThe discount is not yet implemented.')],
      'not yet implemented',
    ],
    [
      'in part when the last message says that something is under way',
      'partial',
      [ask('go'), ...edit, says('The copy is still running, 3 of 9 files.')],
      'still running',
    ],
    [
      'in part when the user complained and nothing was checked since',
      'partial',
      [ask('go'), ...edit, reply('Done.'), ask('The sum is still wrong'), ...edit, reply('Now it is right.')],
      'still wrong',
    ],

    // Failed: what was asked was not done.
    [
      'badly when a check fails that was to be repaired',
      'failed',
      [ask('Fix the failing test'), ...edit, ...failing, reply('Done.')],
      'npm test',
    ],
    [
      'badly when the model could not be reached',
      'failed',
      [ask('go'), ...edit, apiError('API Error: 529 overloaded')],
      'overloaded',
    ],
    [
      'badly when the user says that it does not work',
      'failed',
      [ask('go'), ...edit, reply('Done.'), ask('it still does not work')],
      'complains',
    ],
    [
      'badly when the answer says that it cannot be done',
      'failed',
      [ask('go'), call('Bash curl x'), done('ok'), says('I’m unable to reach the internet from here.')],
      'could not',
    ],
    [
      'badly when the user reports errors again and again, and nothing was tried',
      'failed',
      [ask('Error: no such table'), reply('Create it.'), ask('Error: no such column'), reply('Add it.')],
      'errors 2 times',
    ],
    [
      'badly when its edits were thrown away',
      'failed',
      [
        ask('go'),
        ...edit,
        call('Bash git checkout -- a.ts', { act: 'vcs' }),
        done('ok'),
        reply('That did not lead anywhere.'),
      ],
      'thrown away',
    ],
    [
      'badly when its only edit was refused, whatever it says',
      'failed',
      [ask('Create a readme'), ...editFails, reply('I have created the readme.')],
      'nothing was edited',
    ],
    [
      'badly when it ends with a call written as text',
      'failed',
      [ask('Search for the news'), ...looked, says('{"query":"news","max_results":10}')],
      'call written as text',
    ],
    [
      'badly when nothing that was asked before was done either',
      'failed',
      [
        ask('Rewrite the page'),
        ...looked,
        reply('It has three parts.'),
        ask('do it'),
        ...looked,
        says('I cannot do it.'),
      ],
      'could not',
    ],
    [
      'badly when the same error comes back after an answer',
      'failed',
      [
        ask('How do I start it?'),
        reply('With npm start.'),
        ask('And stop it?'),
        reply('With ctrl-c.'),
        ask('Where does it log?'),
        reply('To the console.'),
        ask('Error: no such table, line 3'),
        reply('Create it.'),
        ask('I did. Error: no such table, line 4'),
        reply('Then create it again.'),
      ],
      'errors 2 times',
    ],
    ['badly when its agent says so', 'failed', [ask('go'), ...edit, reply('Done.')], 'agent recorded'],

    // Abandoned: stopped in the middle, and nothing was done before.
    ['unended when the user stops it', 'abandoned', [ask('go'), ...edit, interrupt()], 'stopped'],
    [
      'unended when the last call has no answer',
      'abandoned',
      [ask('go'), reply('Let me look.'), call('Bash sleep 9')],
      'Bash sleep 9',
    ],
    [
      'unended when what came with the last call is recorded after it',
      'abandoned',
      [
        ask('go'),
        call('Bash sleep 9', { at: '2026-03-02T09:00:02Z' }),
        { ...reply('A long job.'), at: '2026-03-02T09:00:01Z' },
      ],
      'Bash sleep 9',
    ],
    [
      'unended when it only says what it would do',
      'abandoned',
      [ask('Sync the logs'), ...looked, says('I will run the sync script.')],
      'sync script',
    ],
    [
      'unended when it asks back instead of doing what it was asked for',
      'abandoned',
      [ask('Add a total to the cart'), ...looked, says('What would you like me to do next?')],
      'asked back',
    ],

    // Unknown: nothing to judge by.
    [
      'no way anyone knows when it only asked what was meant',
      'unknown',
      [ask('@1'), says('I need more context. Which file is it about? Then I can help.')],
      'what was meant',
    ],
    ['no way anyone knows when there was only a greeting', 'unknown', [ask('hello'), reply('Hi!')], 'greeting'],
    [
      'no way anyone knows when advice about an error was not tried here',
      'unknown',
      [ask('Error: no such table'), reply('Create the table first.')],
      'nothing shows',
    ],
    [
      'no way anyone knows when a plan goes on elsewhere',
      'unknown',
      [ask('plan it'), call('ExitPlanMode', { act: 'plan', failed: true }), failed('refused'), interrupt()],
      'plan',
    ],
  ])('%s', (name, what, events, reason) => {
    const { outcome } = made(events, { recordedOutcome: name.includes('agent says so') ? 'failed' : 'unknown' }).digest;
    expect(outcome.what, outcome.reason).toBe(what);
    expect(outcome.reason.toLowerCase()).toContain(reason.toLowerCase());
  });

  test('with a reason of at most twenty words, however long what it quotes is', () => {
    const long = 'word '.repeat(60);
    const ends = [
      [ask(long), interrupt()],
      [...doneBefore, ask(long)],
      [ask('go'), ...edit, says(`The discount is not yet implemented, ${long}.`)],
      [...doneBefore, ask('go'), call(`Bash ${long}`)],
      [ask('go'), run(long, { failed: true }), failed(long), ...edit, reply('Done.')],
    ];
    for (const { digest } of ends.map((events) => made(events)))
      expect(digest.outcome.reason.split(' ').length, digest.outcome.reason).toBeLessThanOrEqual(20);
  });

  test('the reason quotes the failure that is still open', () => {
    const check = run('npm test', { failed: true });
    const { outcome } = made([ask('Add a total'), ...edit, check, failed('1 failing'), reply('Done.')], {}, [
      { step: check.id, kind: 'real', state: 'open', fingerprint: 'E1', message: 'expected 3, got 4' },
    ]).digest;
    expect(outcome.reason).toBe('1 edit was made, but npm test still fails: expected 3, got 4.');
  });

  test('a check that cannot run here says nothing about work that another check passed', () => {
    const check = run('npm run e2e', { failed: true });
    const { outcome } = made([ask('go'), ...edit, ...passing, check, failed('no network'), reply('Done.')], {}, [
      { step: check.id, kind: 'real', state: 'open', fingerprint: 'E1', message: 'getaddrinfo ENOTFOUND example.org' },
    ]).digest;
    expect(outcome).toMatchObject({ what: 'success', reason: expect.stringContaining('npm run e2e could not run') });
  });

  test('for a sub-agent when it returned, whether or not its own file has its last message', () => {
    const events = [
      { ...ask('Look for it'), origin: 'harness' as const },
      call('Grep it', { act: 'search' }),
      done('2 files'),
    ];
    expect(made(events, { isSubagent: true, returned: true }).digest.outcome).toMatchObject({ what: 'success' });
    expect(made(events, { isSubagent: true }).digest.outcome).toMatchObject({ what: 'abandoned' });
  });

  test('nowhere while another session goes on with it, or while it is running', () => {
    const midway = [ask('go'), reply('Let me look.'), call('Bash sleep 9')];
    expect(made(midway, { goesOn: uid })).toMatchObject({ isOver: true, digest: { outcome: { what: 'unknown' } } });
    expect(made(midway, {}, [], true)).toMatchObject({ isOver: false, digest: { outcome: { what: 'unknown' } } });
    expect(made(midway)).toMatchObject({ isOver: true, digest: { outcome: { what: 'abandoned' } } });
  });

  test('once the agent has answered, however recently', () => {
    expect(made([ask('go'), ...edit, reply('Done.')], {}, [], true)).toMatchObject({
      isOver: true,
      digest: { outcome: { what: 'success' } },
    });
  });

  test('and the reason names the step that shows it', () => {
    const check = run('npm test', { failed: true });
    expect(made([ask('go'), ...edit, check, failed('1 failing'), reply('Done.')]).digest.outcome.step).toBe(check.id);
  });
});

test('errors are counted by what they say, benign ones left out, and those without a fix are open', () => {
  const failure = (rest: Partial<DigestedFailure>): DigestedFailure => ({
    step: 'ev_1' as EventId,
    kind: 'real',
    state: 'resolved',
    fingerprint: 'E1',
    message: 'E1 at 7',
    ...rest,
  });
  const { errors, left_open } = made([ask('go'), reply('Done.')], {}, [
    failure({}),
    failure({ state: 'open', step: 'ev_2' as EventId, message: 'E1 at 9' }),
    failure({ kind: 'benign', fingerprint: 'no matches' }),
    failure({ kind: 'denied', fingerprint: 'refused' }),
  ]).digest;
  expect(errors.total).toBe(2);
  expect(errors.items[0]).toEqual({
    fingerprint: 'E1',
    sample: 'E1 at 9',
    kind: 'real',
    count: 2,
    resolved: 1,
    last: 'ev_2',
  });
  expect(left_open.items).toEqual([{ what: 'error', text: 'E1 at 9', step: 'ev_2' }]);
});

test('what was begun and not finished is listed: the prompt, the call, the plan', () => {
  const { left_open } = made([
    ask('go'),
    call('TodoWrite Write the docs (1/3 done)', { act: 'plan' }),
    done('ok'),
    call('Bash sleep 9'),
  ]).digest;
  expect(left_open.items.map(({ what }) => what)).toEqual(['call', 'plan']);
  expect(made([ask('go'), reply('Done.'), ask('and the docs?')]).digest.left_open.items).toMatchObject([
    { what: 'ask', text: 'and the docs?' },
  ]);
});

test('decisions are those of the user, and of the agent in its own words', () => {
  const question = call('AskUserQuestion Which database?', { tool: 'AskUserQuestion' });
  const { decisions } = made([
    ask('Use tabs everywhere'),
    question,
    { ...done('User has answered your questions: "Which database?"="SQLite"'), step: question.id },
    reply('I’ll keep the old name rather than break the callers.'),
    reply('It now prints tabs instead of spaces.'),
    ask('no, use two spaces'),
    reply('Done.'),
  ]).digest;
  expect(decisions.items.map(({ by, text }) => [by, text])).toEqual([
    ['user', 'no, use two spaces'],
    ['agent', 'I’ll keep the old name rather than break the callers.'],
    ['user', '"Which database?"="SQLite"'],
  ]);
});

test('what the agent found and tried in vain is kept, unless the person said that it was wrong', () => {
  const { digest } = made([
    ask('Fix the cart'),
    says('The root cause is the cache in `till.ts`.'),
    ask('no, it is still wrong after a restart'),
    says('The root cause is that `sum` starts at 1. Clearing the cache did not work.'),
    ask('Thanks'),
  ]);
  expect(digest.findings).toMatchObject({
    total: 2,
    items: [
      { what: 'vain', text: 'Clearing the cache did not work.' },
      { what: 'found', text: 'The root cause is that `sum` starts at 1.' },
    ],
  });
});

test('of several causes found for one request the last is kept', () => {
  const { digest } = made([
    ask('Fix the cart'),
    says('The root cause is the cache in `till.ts`.'),
    says('`sum` returns a string when the cart is empty, because `total` is missing.'),
    says('The root cause is that `sum` starts at 1.'),
  ]);
  expect(digest.findings?.items.map(({ text }) => text)).toEqual([
    'The root cause is that `sum` starts at 1.',
    '`sum` returns a string when the cart is empty, because `total` is missing.',
  ]);
});

test('a cause is not kept when the agent went on looking, but when it repaired something', () => {
  const looks = Array.from({ length: 6 }, (_, at) => run(`grep -n total src/${at}.ts`));
  const cause = says('The root cause is the cache in `till.ts`.');
  expect(made([ask('Fix the cart'), cause, ...looks]).digest.findings?.items).toEqual([]);
  const repaired = [call('Edit src/till.ts', { act: 'edit', marks: ['edit src/till.ts'] }), ...looks];
  expect(made([ask('Fix the cart'), cause, ...repaired]).digest.findings?.items).toHaveLength(1);
});

test('every request has the answer it got, and the last one the last words', () => {
  const { digest } = made([
    ask('Fix the cart'),
    reply('Looking.'),
    reply('The cart adds up now.'),
    ask('Now the till'),
    reply('The till is next.'),
    reply('Reading it.'),
  ]);
  expect(digest.asks.items).toMatchObject([
    { text: 'Fix the cart', answer: 'The cart adds up now.' },
    { text: 'Now the till', answer: 'Reading it.' },
  ]);
  expect(digest.last_messages).toMatchObject([{ text: 'Reading it.' }, { text: 'The till is next.' }]);
});

test('what the agent said is open stays so until something is changed', () => {
  const edit = [call('Edit a.ts', { act: 'edit', kind: 'edit', tool: 'Edit', marks: ['edit a.ts'] }), done('updated')];
  const open = [ask('go'), says('Two tests still fail.')];
  expect(made(open).digest.left_open.items).toMatchObject([{ what: 'stated', text: 'Two tests still fail.' }]);
  expect(made([...open, ...edit]).digest.left_open.items).not.toContainEqual(
    expect.objectContaining({ what: 'stated' }),
  );
});

test('a plan that was not touched for long says how old it is', () => {
  const plan = [call('TodoWrite Rename it (1/3 done)', { act: 'plan', tool: 'TodoWrite' }), done('ok')];
  const look = [call('Read a.ts', { act: 'read' }), done('12 lines')];
  const textOf = (events: readonly Event[]): string | undefined =>
    made([ask('go'), ...plan, ...events]).digest.left_open.items.find(({ what }) => what === 'plan')?.text;
  expect(textOf(look)).toBe('TodoWrite Rename it (1/3 done)');
  expect(textOf([look, look, look, look].flat())).toMatch(/^as written 4 steps before the end: /);
});

test('a rule in a prompt is a decision of the user', () => {
  const { digest } = made([ask('Fix the cart. Never touch the till.'), reply('Fixed.')]);
  expect(digest.decisions.items).toMatchObject([{ by: 'user', text: 'Never touch the till.' }]);
});

test('skills are counted from what events are uses of', () => {
  const { skills } = made([
    ask('/review it', { marks: ['use command /review'] }),
    call('Skill commit', { marks: ['use skill commit'] }),
    done('ok'),
    call('Skill commit', { marks: ['use skill commit'], failed: true }),
    failed('no'),
  ]).digest;
  expect(skills.items).toMatchObject([
    { what: 'skill', name: 'commit', uses: 2, failed: 1 },
    { what: 'command', name: '/review', uses: 1 },
  ]);
});

test('a failing edit touches no file', () => {
  expect(
    made([
      ask('go'),
      call('Edit a.ts', { act: 'edit', kind: 'edit', failed: true, marks: ['edit a.ts'] }),
      failed('not found'),
    ]).digest.files.total,
  ).toBe(0);
});

test('however long a session is, its digest stays small and its totals true', () => {
  const long = 'x'.repeat(160);
  const maker = new DigestMaker();
  maker.add(ask('go'));
  const rounds = 60_000;
  for (let at = 0; at < rounds; at++) {
    maker.add(
      call(`Bash ${at} ${long}`, {
        act: 'shell',
        marks: [`read f${at}.ts`, `edit src/${at % 7}.ts`, `use skill s${at}`],
      }),
    );
    maker.add(done('ok'));
    if (at % 10 === 0) maker.add(reply(`I decided to do ${at} ${long}`));
    if (at % 10 === 0) maker.add(ask(`always do ${at} ${long}`));
    maker.failure({
      step: `ev_${String(at).padStart(22, '0')}` as EventId,
      kind: 'real',
      state: 'open',
      fingerprint: `E${at} ${long}`,
      message: long,
    });
  }
  const { digest } = maker.done(uid, facts(), false);
  expect(JSON.stringify(digest).length).toBeLessThan(16_000);
  expect(digest.files.total).toBe(rounds + 7);
  expect(digest.files.items.slice(0, 7).every(({ edits }) => edits > 8_000)).toBe(true);
  expect(digest.commands.total).toBe(rounds);
  expect(digest.errors.total).toBe(rounds);
  expect(digest.asks.total).toBe(rounds / 10 + 1);
});

test('a model whose name looks like a secret is redacted', () => {
  const model = `sk-ant-api03-${'Ab1'.repeat(31)}`;
  expect(
    JSON.stringify(made([ask('go'), reply('Done.')], { cost: { ...facts().cost, models: [used({ model })] } }).digest),
  ).not.toContain('Ab1Ab1');
});

test('of many models the most used are listed, and the rest together', () => {
  const models = Array.from({ length: 12 }, (_, at) =>
    used({ model: `m${at}`, input: at, ...(at === 0 && { usd: 2 }) }),
  );
  const shown = made([ask('go')], { cost: { ...facts().cost, models } }).digest.cost.models;
  expect(shown).toHaveLength(9);
  expect([shown[0]!.model, shown.at(-1)]).toEqual(['m11', used({ model: null, input: 6, output: 20, usd: 2 })]);
});

// ---

function made(
  events: readonly Event[],
  about: Partial<DigestFacts> = {},
  failures: readonly DigestedFailure[] = [],
  mayGoOn = false,
): MadeDigest {
  const maker = new DigestMaker();
  for (const [at, event] of events.entries()) {
    const before = events[at - 1];
    const step = event.step ?? (event.role === 'tool' ? (before?.id ?? null) : null);
    maker.add({ ...event, seq: at + 1, step });
  }
  for (const failure of failures) maker.failure(failure);
  return maker.done(uid, facts(about), mayGoOn);
}

function facts(about: Partial<DigestFacts> = {}): DigestFacts {
  return {
    cost: { wall_clock_s: 61.4, turns: 1, retries: 0, models: [] },
    endedAt: ended,
    isSubagent: false,
    recordedOutcome: 'unknown',
    returned: false,
    goesOn: null,
    subagents: { total: 0, items: [] },
    ...about,
  };
}

function used(rest: Partial<Used>): Used {
  return { model: null, input: 1, output: 5, cache_read: 0, cache_write: 0, usd: null, ...rest };
}

function event(rest: Partial<Event>): Event {
  count++;
  return {
    id: `ev_${String(count).padStart(22, '0')}` as EventId,
    session: uid,
    native_id: null,
    seq: count,
    at: null,
    kind: 'tool_call',
    act: null,
    type: null,
    role: null,
    tool: null,
    summary: '',
    failed: false,
    origin: null,
    parent: null,
    step: null,
    turn: null,
    tokens: null,
    model: null,
    usd: null,
    duration_ms: null,
    marks: [],
    is_sidechain: false,
    payload_ref: null,
    ...rest,
  };
}

function ask(summary: string, rest: Partial<Event> = {}): Event {
  return event({ kind: 'user_msg', role: 'user', origin: 'human', summary, marks: reported(summary), ...rest });
}

function reply(summary: string, rest: Partial<Event> = {}): Event {
  return event({ kind: 'assistant_msg', role: 'assistant', summary, ...rest });
}

/** A message, with what its whole text states. */
function says(text: string): Event {
  return reply(text.split('\n')[0]!, { marks: stated(text) });
}

function call(summary: string, rest: Partial<Event> = {}): Event {
  return event({ kind: 'tool_call', role: 'assistant', tool: 'Bash', act: 'other', summary, ...rest });
}

function run(command: string, rest: Partial<Event> = {}): Event {
  return call(`Bash ${command}`, { kind: 'test_run', act: 'check', marks: [`run ${command}`], ...rest });
}

function commit(command: string): Event {
  return call(`Bash ${command}`, { act: 'vcs', marks: ['run git commit'] });
}

function push(rest: Partial<Event>): Event {
  return call('Bash git push', { act: 'vcs', marks: ['run git push'], ...rest });
}

function done(summary: string): Event {
  return event({ kind: 'tool_result', role: 'tool', summary });
}

function failed(summary: string): Event {
  return event({ kind: 'error', role: 'tool', failed: true, summary });
}

function apiError(summary: string): Event {
  return event({ kind: 'error', role: 'system', type: 'api_error', failed: true, summary });
}

function interrupt(): Event {
  return event({ kind: 'human_intervention', role: 'user', type: 'interrupt', summary: 'Interrupted' });
}

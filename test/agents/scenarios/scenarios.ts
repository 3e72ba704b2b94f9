import type { Call, Scenario } from './script.ts';

const bug = '    sum += item.price;';
const repair = '    sum += item.price * item.qty;';
const readCart: Call = { does: 'read', path: 'src/cart.js', shows: 'sum += item.price' };
const test: Call = { does: 'run', command: 'node --test', isCheck: true };
const failingTest: Call = { ...test, fails: true, shows: 'fail 1' };
const passingTest: Call = { ...test, shows: 'fail 0' };
const fixCart: Call = { does: 'edit', path: 'src/cart.js', from: bug, to: repair };

const fix: Scenario = {
  name: 'fix',
  prompt: 'The cart total is wrong. Fix it and make the tests pass.',
  turns: [
    {
      thinking: 'The cart module first, before anything is changed.',
      text: 'I will read the cart module first.',
      calls: [readCart],
    },
    { text: 'Now the tests, to see the failure.', calls: [failingTest] },
    { thinking: 'The quantity is never used.', text: 'total() ignores the quantity. Fixing it.', calls: [fixCart] },
    { calls: [passingTest] },
    { text: 'Fixed: total() multiplies the price by the quantity, and the tests pass.' },
  ],
};

const parallel: Scenario = {
  name: 'parallel',
  prompt: 'Read the sources of the cart.',
  turns: [
    {
      text: 'Three things at once.',
      calls: [
        readCart,
        { does: 'read', path: 'test/cart.test.js', shows: 'total multiplies' },
        { does: 'run', command: 'sleep 1; cat src/nothing.js', fails: true, shows: 'No such file' },
      ],
    },
    { text: 'Two files are there, the third is not.' },
  ],
};

const toolError: Scenario = {
  name: 'tool-error',
  prompt: 'Fix the total of the basket.',
  turns: [
    { text: 'Reading the basket.', calls: [{ does: 'read', path: 'src/basket.js', fails: true }] },
    { text: 'There is no basket; it must be the cart.', calls: [readCart] },
    {
      text: 'Changing it.',
      calls: [{ does: 'edit', path: 'src/cart.js', from: '    sum += product.cost;', to: repair, fails: true }],
    },
    { text: 'Those were not its words. Once more.', calls: [fixCart] },
    { text: 'The second attempt worked.' },
  ],
};

const subAgent: Scenario = {
  name: 'sub-agent',
  prompt: 'Let somebody else review the cart.',
  turns: [
    {
      text: 'I will hand this over.',
      calls: [
        {
          does: 'delegate',
          title: 'Review the cart',
          prompt: 'REVIEW-TASK: look at src/cart.js and report its bug.',
          turns: [{ text: 'Looking at the cart.', calls: [readCart] }, { text: 'The total ignores the quantity.' }],
          shows: 'The total ignores the quantity.',
        },
      ],
    },
    { text: 'The reviewer says that the quantity is ignored.' },
  ],
};

const killed: Scenario = {
  name: 'killed',
  prompt: 'Run the long job.',
  turns: [
    { text: 'This takes a while.', calls: [{ does: 'run', command: 'echo begun > begun.txt; sleep 45; echo done' }] },
  ],
  killedIn: 'begun.txt',
};

const astray: Call = { does: 'run', command: 'git checkout trunk', fails: true, shows: 'did not match any' };

const advised: Scenario = {
  name: 'advised',
  prompt: 'Go back to the main branch.',
  past: {
    error: "error: pathspec 'trunk' did not match any file(s) known to git",
    failed: 'git checkout trunk',
    worked: 'git checkout main',
    times: 5,
  },
  turns: [
    { text: 'Going back.', calls: [astray] },
    { text: 'Once more.', calls: [astray] },
    { text: 'And again.', calls: [astray] },
    { text: 'It does not work.' },
  ],
};

export const scenarios: readonly Scenario[] = [fix, parallel, toolError, subAgent, killed, advised];

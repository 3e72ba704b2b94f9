import { defineCommand } from '../line/command.ts';
import { setUpDemo } from '../runs/set-up-demo.ts';

export const demoCommand = defineCommand({
  details: 'It lives in a store of its own; every question takes --demo to ask it instead of your own history.',
  positionals: [],
  flags: {},
  examples: [
    { line: 'stemma demo', says: 'set it up and show what to type' },
    { line: 'stemma sessions --demo', says: 'ask it anything' },
  ],
  run: setUpDemo,
});

import { expect, test } from 'vitest';
import { messageMarks, reported, stated } from './message-marks.ts';

test.each([
  [
    'The parser is done.\n\nTwo specs still fail: dates and currencies.',
    'open Two specs still fail: dates and currencies.',
  ],
  ['Added the button. The type check is failing in three files.', 'open The type check is failing in three files.'],
  [
    'All wired up. Remaining work: the export dialog, unfinished tasks in the list.',
    'open Remaining work: the export dialog, unfinished tasks in the list.',
  ],
  ['I couldn’t run the suite here because there is no database.', undefined],
  ['I couldn’t run the suite: there is no database.', 'open I couldn’t run the suite: there is no database.'],
  [
    'The upload could not complete because the host is away.',
    'open The upload could not complete because the host is away.',
  ],
  ['`make image` failed twice: no space left.', 'open `make image` failed twice: no space left.'],
  ['I did not create the tag.', 'open I did not create the tag.'],
  ['The notes are written but not published yet.', 'open The notes are written but not published yet.'],
  ['The upload could not complete before; I fixed the address.', undefined],
  ['If the server did not start, look at its log.', undefined],
  ['The tests that were failing before now pass.', undefined],
  ['The old code would still fail if the list was empty.', undefined],
  ['Done, with no remaining issues.', undefined],
  ['```\nthe build is failing\n```\nFixed the log above.', undefined],
  ['> tests still fail\nNot any more.', undefined],
])('what is left, as a message states it: %s', (text, mark) => {
  expect(stated(text).find((each) => each.startsWith('open '))).toBe(mark);
});

test.each([
  ['The download is still running; 3 of 8 GB are here.', true],
  ['Pushed. Waiting for the review.', true],
  ['Once it finishes, I’ll report the numbers.', true],
  ['The server is running in the background.', false],
  ['It now waits for the prompt instead of waiting for a fixed time.', false],
  ['The request was still in flight when the page closed; now it is cancelled.', false],
])('what is under way: %s', (text, isWaiting) => {
  expect(stated(text).some((mark) => mark.startsWith('waits '))).toBe(isWaiting);
});

test.each([
  ['I need an API token from you to go on.', true],
  ['Please paste the output here.', true],
  ['Let me know when you have restarted the server.', true],
  ['Once you have merged it, I’ll tag the release.', true],
  ['To help, I need more details.', true],
  ['Could you clarify which cart you mean?', true],
  ['Please run the following command to apply it:', true],
  ['It is installed. You will still need to sign in.', true],
  ['If you want more, please share an example.', false],
  ['Users need to enter their name once you enable the form.', false],
])('what it needs from the person: %s', (text, isNeeded) => {
  expect(stated(text).some((mark) => mark.startsWith('needs '))).toBe(isNeeded);
});

test.each([
  ['Installed. Please restart the server to see it.', true],
  ['The page is ready for manual verification.', true],
  ['Let me know how it goes.', true],
  ['The server restarts by itself now.', false],
])('trying it out is left to the person: %s', (text, isLeft) => {
  expect(stated(text).some((mark) => mark.startsWith('hands '))).toBe(isLeft);
});

test.each([
  ['The changes are already committed in 12ab34f.', true],
  ['The commit went through after all.', true],
  ['The files are staged but not committed.', false],
  ['Once it is committed, tag it.', false],
])('what it says about the commit: %s', (text, isCommitted) => {
  expect(stated(text).some((mark) => mark.startsWith('committed '))).toBe(isCommitted);
});

test('a call written as text is no answer; data that was asked for may be long', () => {
  expect(stated('{"path": "src/cart.ts"}')).toEqual(['raw {"path": "src/cart.ts"}']);
  expect(stated(`{"items": "${'x'.repeat(600)}"}`)).toEqual([]);
});

test('a refusal counts unless something else is offered', () => {
  expect(stated('I’m unable to open the file.')).toEqual(['declines I’m unable to open the file.']);
  expect(stated('I cannot open the file. However, I can describe its format.')).toEqual([]);
  expect(stated('I can’t name the font, but it looks like Arial.')).toEqual([]);
  expect(stated('I searched for it but didn’t find any matching results.')).toHaveLength(1);
  expect(stated('I cannot deploy it. Here are the steps you need to take.')).toContain('declines I cannot deploy it.');
  expect(stated('The menu is there. However, I am unable to start it.')).toContain(
    'declines However, I am unable to start it.',
  );
});

test('a failure that was there before is an excuse, and not open', () => {
  expect(stated('Added. The two failing tests are pre-existing.')).toEqual([
    'excuses The two failing tests are pre-existing.',
  ]);
});

test('how a message ends: with a question, with what comes next, or with neither', () => {
  expect(stated('Found two places. Which one should I change?')).toEqual(['asks Which one should I change?']);
  expect(stated('Found it. Now let me fix the caller:')).toEqual(['intends Now let me fix the caller:']);
  expect(stated('I will update the config. This lets the server find it.')).toEqual([
    'intends I will update the config.',
  ]);
  expect(stated('Fixed the caller. Tell me if you want more.')).toEqual([]);
  expect(stated('Pushed. I will now exit.')).toEqual([]);
  expect(stated('### Running the scripts again.')).toEqual(['intends Running the scripts again.']);
  expect(stated('Added it. Running the scripts gives 12 files.')).toEqual([]);
});

test('an error in a prompt is found wherever it is pasted, and only in what a person wrote', () => {
  const prompt = `it stops here\n${'ok\n'.repeat(50)}Error: no such table: carts\nthanks`;
  expect(reported(prompt)).toEqual(['reports Error: no such table: carts']);
  expect(messageMarks({ is: 'prompt', text: prompt, origin: 'harness' })).toEqual([]);
  expect(reported('Handle errors in the parser')).toEqual([]);
});

test('a very long message is looked into at both ends, in little time', () => {
  const filler = 'word '.repeat(400_000);
  const start = performance.now();
  expect(stated(`Done.\n${filler}\nTwo tests still fail.`)).toContain('open Two tests still fail.');
  expect(performance.now() - start).toBeLessThan(200);
});

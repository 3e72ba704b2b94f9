import { beforeAll, expect, test, vi } from 'vitest';
import { failure } from '../../../ask/failure/failure.ts';
import { findSubject } from '../../../ask/failure/subject.ts';
import { brokenTypes, cancelledPush, causesOfBrokenTypes, run } from '../../../testing/broken-types.ts';
import { link } from '../../../testing/write-stories.ts';
import type { Story, StoryEvent, StoryEdge } from '../../../testing/write-stories.ts';
import { storeWithStories } from '../../../testing/store-with-stories.ts';
import { colourInk, noInk } from '../../text/ink.ts';
import { width } from '../../text/width.ts';
import { renderFailure } from './failure.ts';
import type { RenderContext } from '../render-context.ts';

beforeAll(() => void vi.stubEnv('TZ', 'UTC'));

const context: RenderContext = { ink: noInk, columns: 80, now: Date.parse('2026-03-02T12:00:00Z') };

async function renderFailureOf(
  story: Story,
  name: string | undefined,
  edges: readonly StoryEdge[] = [],
  outer = context,
): Promise<string> {
  await using store = await storeWithStories(story);
  await link(store, story, edges);
  return renderFailure(await failure(store.read, await findSubject(store.read, name)), outer);
}

test('a failure is shown from its outcome to what failed next', async () => {
  expect(await renderFailureOf(brokenTypes, 'types', causesOfBrokenTypes)).toMatchInlineSnapshot(`
    "quill:broken-types · 2026-03-02 09:00

    ev_56ymrfb 09:00:05 ! Bash tsc --noEmit
        = src/cart.ts(3,8): error TS2304: Cannot find name 'totalOfPrices'.

    Fixed after 5 calls and 10 s, 1 attempt without success.

    What led to it
      because it checks this (certain): both name src/cart.ts
    ev_1h9h0bt 09:00:03   edit src/cart.ts
        ^ the likely culprit
      because it builds on this (likely)
    ev_5zk57my 09:00:01   Bash cat src/cart.ts
      because this asked for it (likely)
    ev_4bs43fj 09:00:00   > add the total

    What was done about it
      tried     ev_1daj1ry edit src/cart.ts
      fixed by  ev_4a7cb7d edit src/cart.ts
      proof     ev_6fh6w90 tsc --noEmit

    What went wrong next
      failed in the same way (likely)
        ev_4pc3m5g 09:00:11 ! Bash tsc --noEmit
    "
  `);
});

test('a culprit that no link leads to is shown as possible, and so is a weak link', async () => {
  const text = await renderFailureOf(brokenTypes, 'types', [
    { effect: 'bug', cause: 'ask', type: 'asked', confidence: 0.4 },
  ]);
  expect(text).toContain('possibly because of this (from the text of the failure; no link)');
  expect(text).toContain('because this asked for it (possible)');
});

test('a cancelled call leads to what it was cancelled for', async () => {
  expect(await renderFailureOf(cancelledPush, 'push')).toMatchInlineSnapshot(`
    "quill:called-off · 2026-03-02 09:00

    ev_10hs8ny 09:00:04 ! Bash git push
        = Sibling tool call errored

    It did not fail by itself: it was cancelled because a call beside it failed. Not
    worked on again.

    What led to it
      possibly because of this (from the text of the failure; no link)
    ev_27mzdpe 09:00:03 ! Bash tsc --noEmit
        ^ the likely culprit
      possibly because of this (from the text of the failure; no link)
    ev_16qng4w 09:00:01   edit src/cart.ts
        ^ the likely culprit

    What was done about it
      fixed by  nothing

    no other failure was found to follow from it
    "
  `);
});

test('a step that did not fail says so, and names the failure it led to', async () => {
  expect(await renderFailureOf(brokenTypes, 'look', causesOfBrokenTypes)).toMatchInlineSnapshot(`
    "quill:broken-types · 2026-03-02 09:00

    ev_5zk57my 09:00:01   Bash cat src/cart.ts

    This step did not fail. The nearest failure it led to is
      ev_56ymrfb 09:00:05 ! Bash tsc --noEmit
          2 steps on, likely

    \`stemma failure ev_56ymrfb\` shows that one
    "
  `);
});

test('an answer is no failure', async () => {
  expect(await renderFailureOf(brokenTypes, 'grep')).toContain('Benign: the search found nothing');
});

test('the failures of a session say why they stand where they stand', async () => {
  const open: readonly StoryEvent[] = [
    ...run('test', 'npm test', 'FAIL src/discount.test.ts > takes a percentage', 'failed'),
  ];
  expect(
    await renderFailureOf({ ...brokenTypes, events: [...brokenTypes.events, ...open] }, undefined, causesOfBrokenTypes),
  ).toMatchInlineSnapshot(`
    "(no title)
    quill:broken-types
    2026-03-02 09:00 · 10 steps · 3 failures, 1 open

    1. ev_3e41734 09:00:18 ! npm test
      message   FAIL src/discount.test.ts > takes a percentage
      culprit   ev_4a7cb7d edit src/cart.ts (+1) (likely)
      why here  not fixed when the session ended

    2. ev_56ymrfb 09:00:06 ! tsc --noEmit (2 times)
      message   src/cart.ts(3,8): error TS2304: Cannot find name 'totalOfPrices'.
      culprit   ev_1h9h0bt edit src/cart.ts (likely)
      root      ev_4bs43fj > add the total
      fixed by  ev_4a7cb7d edit src/cart.ts
      proof     ev_6fh6w90 tsc --noEmit
      why here  fixed after 5 calls and 10 s, 1 attempt without success; 1 more
                failure followed from it; 1 search for it found nothing

    1 benign failure left out (\`stemma errors --kinds benign\`)
    ranked by rules; \`stemma failure ID\` shows one from its root to what it broke
    "
  `);
});

test('a long chain keeps what is next to the failure and where it began', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `s${at}`);
  const long: Story = {
    name: 'long',
    events: [
      { id: 'ask', t: 'prompt', text: 'begin' },
      ...ids.flatMap((id) => run(id, `./${id}.sh`, 'fine')),
      ...run('end', './end.sh', 'disaster', 'failed'),
    ],
  };
  const chain = ['ask', ...ids, 'end']
    .map((id, at, all): StoryEdge => ({ effect: id, cause: all[at - 1] ?? '', type: 'informed', confidence: 0.9 }))
    .slice(1);
  const text = await renderFailureOf(long, 'end', chain);
  expect(text).toMatch(/s7\.sh\n {4}… 7 steps further back …\n.*\nev_\w+ .*> begin\n/);
  expect(text.split('\n').length).toBeLessThanOrEqual(30);
});

test.each([40, 60, 80])('nothing a transcript says reaches past %i columns, or the terminal', async (columns) => {
  const nasty = `\u001b[2J\u001b]0;owned\u0007 ${'日本語 '.repeat(30)}\u202e`;
  const story: Story = {
    name: 'nasty',
    events: [
      { id: 'ask', t: 'prompt', text: nasty },
      ...run('one', `./x ${nasty}`, nasty, 'failed'),
      ...run('two', `./y ${nasty}`, nasty, 'failed'),
    ],
  };
  const edges: readonly StoryEdge[] = [
    { effect: 'one', cause: 'ask', type: 'asked', confidence: 0.9, evidence: [nasty] },
    { effect: 'two', cause: 'one', type: 'retried', confidence: 0.9, evidence: [nasty] },
  ];
  for (const name of [undefined, 'one', 'two', 'ask']) {
    const text = await renderFailureOf(story, name, edges, { ...context, columns });
    expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    for (const line of text.split('\n')) expect(width(line), line).toBeLessThanOrEqual(columns);
  }
});

test('in colour it says the same', async () => {
  const coloured = await renderFailureOf(brokenTypes, 'types', causesOfBrokenTypes, { ...context, ink: colourInk });
  expect(coloured.replace(/\u001b\[\d+m/g, '').replaceAll('✗', '!')).toBe(
    await renderFailureOf(brokenTypes, 'types', causesOfBrokenTypes),
  );
});

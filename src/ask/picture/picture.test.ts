import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { quill } from '../../testing/quill.ts';
import { failedTest, hostile, token } from '../../testing/stories.ts';
import { idOf, link, writeStories, uidOf } from '../../testing/write-stories.ts';
import type { Story, StoryEvent, StoryEdge } from '../../testing/write-stories.ts';
import { storeWithStories } from '../../testing/store-with-stories.ts';
import { findEvent } from '../find/find-event.ts';
import { findSession } from '../find/find-session.ts';
import { redacted } from '../redaction/redacted.ts';
import { drawAs } from './draw-as.ts';
import { pictureOfEvent } from './of-event.ts';
import { pictureOfSession } from './of-session.ts';
import { defaultBounds } from './options.ts';
import type { Picture } from './picture.ts';

const edges: readonly StoryEdge[] = [
  { cause: 'ask', effect: 'run', type: 'asked', confidence: 0.9, evidence: ['names the tests'] },
  { cause: 'run', effect: 'fix', type: 'reacted', confidence: 0.8 },
  { cause: 'fix', effect: 'again', type: 'verifies', confidence: 0.7 },
  { cause: 'run', effect: 'again', type: 'verifies', confidence: 0.4 },
  { cause: 'ask', effect: 'again', type: 'asked', confidence: 0.1 },
];

async function linkedStore() {
  const store = await storeWithStories();
  await link(store, failedTest, edges);
  return store;
}

/** Prompt, then steps each caused by the one before; every tenth fails. */
function longStory(steps: number, name = 'long'): { readonly story: Story; readonly edges: readonly StoryEdge[] } {
  const events: StoryEvent[] = [{ id: 's0', t: 'prompt', text: 'go on and on' }];
  const edges: StoryEdge[] = [];
  for (let at = 1; at < steps; at += 1) {
    events.push({
      id: `s${at}`,
      t: 'call',
      tool: 'sh',
      input: {},
      summary: `step ${at}`,
      act: at % 3 === 0 ? 'edit' : 'read',
      ...(at % 10 === 9 ? { failed: true as const } : {}),
    });
    edges.push({ cause: `s${at - 1 - (at % 4 === 3 ? 1 : 0)}`, effect: `s${at}`, type: 'informed', confidence: 0.8 });
    if (at > 20) edges.push({ cause: `s${at - 20}`, effect: `s${at}`, type: 'informed', confidence: 0.55 });
  }
  return { story: { name, events }, edges };
}

async function sessionPicture(
  store: Awaited<ReturnType<typeof storeWithStories>>,
  story: Story,
  options = {},
): Promise<Picture> {
  return pictureOfSession(store.read, await findSession(store.read, uidOf(story)), {
    ...defaultBounds(false),
    ...options,
  });
}

const lines = ({ steps, edges }: Picture) =>
  edges.map(({ cause, effect }) => `${steps[cause]!.native_id} → ${steps[effect]!.native_id}`);

describe('a picture of a session', () => {
  test('has its steps in order and the causes among them, but for those too weak to draw, which it counts', async () => {
    await using store = await linkedStore();
    const picture = await sessionPicture(store, failedTest);
    expect(picture.steps.map(({ number, native_id, form, failed }) => [number, native_id, form, failed])).toEqual([
      ['1', 'ask', 'prompt', false],
      ['2', 'run', 'check', true],
      ['3', 'fix', 'edit', false],
      ['4', 'again', 'check', false],
    ]);
    expect(lines(picture)).toEqual(['ask → run', 'run → fix', 'fix → again', 'run → again']);
    expect(picture.notes).toEqual(['1 cause below 25% not drawn.']);
    expect(lines(await sessionPicture(store, failedTest, { minConfidence: 0.75 }))).toEqual(['ask → run', 'run → fix']);
  });

  test('says that it knows no cause when it knows none', async () => {
    await using store = await storeWithStories();
    expect((await sessionPicture(store, failedTest)).notes).toEqual([
      'No cause is known among these steps; their order alone is none.',
    ]);
  });

  test('shows a cause in another session, with its name', async () => {
    await using store = await storeWithStories();
    const picture = await pictureOfSession(
      store.read,
      await findSession(store.read, 'quill:delegation/scout'),
      defaultBounds(false),
    );
    expect(picture.steps.map(({ native_id, isElsewhere }) => [native_id, isElsewhere])).toEqual([
      ['spawn', true],
      ['task', false],
      ['grep', false],
    ]);
    expect(lines(picture)).toEqual(['spawn → task']);
    expect(
      await drawAs(store.read, await findSession(store.read, 'quill:delegation/scout'), 'svg', { sources: [] }),
    ).toContain('in quill:delegation');
  });

  test('of a long session shows what led to the latest failures, whole, and says so', async () => {
    const { story, edges } = longStory(300);
    await using store = await storeWithStories(story);
    await link(store, story, edges);
    const picture = await sessionPicture(store, story, { limit: 260 });
    expect(picture.steps.length).toBeLessThanOrEqual(260);
    expect(picture.notes[0]).toMatch(/^\d+ of 300 steps: what led to (all 30 failures|the last \d+ of 30 failures)\.$/);
    const reached = new Set(picture.edges.map(({ effect }) => effect));
    // Everything that is drawn but the prompt has a cause that is drawn: no chain is cut in the middle.
    expect(picture.steps.flatMap(({ native_id }, at) => (reached.has(at) ? [] : [native_id]))).toEqual(['s0']);
  });

  test('never has more steps than it may, also when a single chain is longer', async () => {
    const { story, edges } = longStory(100);
    await using store = await storeWithStories(story);
    await link(
      store,
      story,
      edges.filter(({ confidence }) => confidence === 0.8),
    );
    const picture = await sessionPicture(store, story, { limit: 12 });
    expect(picture.steps).toHaveLength(12);
    expect(picture.steps.at(-1)!.native_id).toBe('s99');
    expect(picture.notes).toEqual(['12 of 100 steps: what led to the last 2 of 10 failures.']);
  });
});

describe('a picture of an event', () => {
  test('has what led to it and nothing else', async () => {
    await using store = await linkedStore();
    const picture = await pictureOfEvent(store.read, await findEvent(store.read, 'fix'), defaultBounds(false));
    expect(picture.title).toBe('Why: src/cart.ts');
    expect(lines(picture)).toEqual(['ask → run', 'run → fix']);
    expect(picture.steps[picture.target!]!.id).toBe(idOf(failedTest, 'fix'));
  });

  test('crosses sessions', async () => {
    await using store = await storeWithStories();
    expect(lines(await pictureOfEvent(store.read, await findEvent(store.read, 'task'), defaultBounds(false)))).toEqual([
      'spawn → task',
    ]);
  });

  test('does not go on through a cause that is too weak', async () => {
    await using store = await linkedStore();
    const picture = await pictureOfEvent(store.read, await findEvent(store.read, 'again'), {
      limit: 80,
      minConfidence: 0.75,
    });
    expect(picture.steps.map(({ native_id }) => native_id)).toEqual(['again']);
    expect(picture.notes).toContain('No cause is known beyond the order of events, which is none.');
  });
});

test('a thousand steps hold no more than can be read', async () => {
  const { story, edges } = longStory(1000);
  await using store = await storeWithStories(story);
  await link(store, story, edges);
  const session = await findSession(store.read, uidOf(story));
  for (const format of ['mermaid', 'dot', 'svg'] as const) {
    const text = await drawAs(store.read, session, format, { sources: [] });
    // Mermaid refuses longer ones.
    expect(text.length, format).toBeLessThan(format === 'mermaid' ? 50_000 : 200_000);
    expect(text).toContain('80 of 1,000 steps');
  }
});

const hostileStory: Story = {
  name: 'nasty',
  title: '"></svg><script>alert(1)</script>\u202e --> %%{init: {}}%%',
  events: [
    { id: 'ask', t: 'prompt', text: 'end' },
    {
      id: 'a',
      t: 'call',
      tool: '"]:::x; click s0 "javascript:alert(1)"',
      input: {},
      summary: '"] --> b["<img src=x onerror=alert(1)>`${x}` | 1. list \\" \\',
      act: 'other',
      failed: true,
    },
    {
      id: 'b',
      t: 'call',
      tool: 'sh',
      input: { code: '</script><script>alert(2)</script>\u2028<!--' },
      summary: 'subgraph x\nend\r\n\u001b[31mred\u0000\u0008\u202eabc\ud800 & &lt; &#60; #35; ]]> --',
      act: 'edit',
    },
  ],
};

async function hostileStore() {
  const store = await storeWithStories(hostileStory);
  await writeStories(store, {
    name: 'other-"><b>',
    events: [{ id: 'far', t: 'prompt', text: '\ufffe\u2066<b>far</b>' }],
  });
  await link(store, hostileStory, [
    { cause: 'ask', effect: 'a', type: 'asked', confidence: 0.9, evidence: ['"]<script>alert(3)</script>'] },
    { cause: 'a', effect: 'b', type: 'reacted', confidence: 0.3, evidence: ['\n"}; //'] },
    { of: { name: 'other-"><b>', events: [] }, cause: 'far', effect: 'b', type: 'continued' },
  ]);
  return store;
}

const unseen = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/;

describe('text of a transcript stays text', () => {
  const drawn = async (format: 'mermaid' | 'dot' | 'svg') => {
    await using store = await hostileStore();
    return await drawAs(store.read, await findSession(store.read, uidOf(hostileStory)), format, { sources: [] });
  };

  test('mermaid: every line is one of the few kinds we write', async () => {
    const text = await drawn('mermaid');
    expect(
      text
        .slice(text.indexOf('flowchart'))
        .trimEnd()
        .split('\n')
        .filter((line) => !mermaidLine.test(line)),
    ).toEqual([]);
    expect(text).not.toMatch(unseen);
  });

  test('dot: between its strings there is nothing but what we write', async () => {
    const text = await drawn('dot');
    expect(text.replace(/"(?:[^"\\]|\\.)*"/gs, '$')).not.toMatch(/[^\sa-z0-9_$={}[\];,.>-]/i);
    expect(text).not.toMatch(unseen);
  });

  test('svg: it is well-formed, has no element but ours, and no reference to anything', async () => {
    const text = await drawn('svg');
    expect(elementsOf(text)).toEqual(new Set(['svg', 'title', 'desc', 'style', 'rect', 'g', 'path', 'text', 'tspan']));
    expect(text).not.toMatch(/\shref|url\(|@import|javascript:.*=/);
    expect(text).not.toMatch(unseen);
  });
});

describe('the page', () => {
  const page = async (options: { event?: string } = {}) => {
    await using store = await linkedStore();
    const event = options.event === undefined ? {} : { event: await findEvent(store.read, options.event) };
    return await drawAs(store.read, await findSession(store.read, uidOf(failedTest)), 'html', {
      sources: [quill],
      ...event,
    });
  };
  const dataIn = (html: string) =>
    JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!);
  const nastyPage = async () => {
    await using store = await hostileStore();
    return await drawAs(store.read, await findSession(store.read, uidOf(hostileStory)), 'html', { sources: [quill] });
  };

  test('allows its own script and style sheet, by their hashes, and nothing else', async () => {
    const html = await page();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => hash(text!));
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => hash(text!));
    expect(policy).toBe(
      `default-src 'none'; script-src ${scripts.join(' ')}; style-src ${styles.join(' ')}; base-uri 'none'; form-action 'none'`,
    );
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    // Style and event attributes would be refused by the policy.
    expect(html.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '')).not.toMatch(/\s(?:style|on\w+)=/);
  });

  test('names no other place', async () => {
    const html = await page();
    expect(html).not.toMatch(/https?:|\/\/\w+\.|\ssrc=|\shref=|url\(|@import|\bfetch\b|XMLHttp|WebSocket|\bimport\(/);
  });

  test('has a script that a browser can read, and that makes no HTML of text', async () => {
    const script = /<script>(.*?)<\/script>/s.exec(await page())![1]!;
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(/);
  });

  test('holds what went into each step and what came out of it, and the evidence of each cause', async () => {
    const { steps, edges, target } = dataIn(await page({ event: 'fix' }));
    expect(steps.map(({ native_id, input, output }: Record<string, string>) => [native_id, input, output])).toEqual([
      ['ask', 'make the tests pass', null],
      ['run', 'npm test', 'exit 1: 1 failing in cart.test.ts'],
      ['fix', 'path: src/cart.ts\nold: a - b\nnew: a + b', 'ok'],
    ]);
    expect(edges[0]).toMatchObject({ words: 'asked 90%', trust: 'inferred', evidence: ['names the tests'] });
    expect(steps[target].native_id).toBe('fix');
  });

  test('keeps text that looks like HTML as text, in the picture and in its data', async () => {
    const html = await nastyPage();
    const [, head] = /^([^]*?)<script type="application\/json"/.exec(html)!;
    expect(head!.match(/<(?:script|img|b)\b/g)).toBeNull();
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toMatch(unseen);
    expect(dataIn(html).steps.find(({ native_id }: { native_id: string }) => native_id === 'b').input).toBe(
      '</script><script>alert(2)</script>\n<!--',
    );
  });

  test('carries no secret, unless it is asked for raw', async () => {
    await using store = await storeWithStories();
    const session = await findSession(store.read, uidOf(hostile));
    expect(await drawAs(redacted(store.read), session, 'html', { sources: [quill] })).not.toContain(token);
    expect(await drawAs(store.read, session, 'html', { sources: [quill], raw: true })).toContain(token);
  });
});

const label = String.raw`"(?:[\p{L}\p{M}\p{N} .,:/=✗…%]|#\d+;|<br/>)*"`;
const node = String.raw`(?:\(\[${label}\]\)|\(${label}\)|\[/${label}/\]|\{\{${label}\}\}|\[\[${label}\]\]|\[${label}\])`;
const mermaidLine = new RegExp(
  String.raw`^(?:flowchart TD|  %% [^{}%]*|  s\d+${node}(?::::\w+)?|  s\d+ (?:-->|-\.->)\|${label}\| s\d+|  linkStyle \d+ stroke-width:[\d.]+px,stroke-dasharray:\d \d|  subgraph legend|    direction LR|    l_\w+${node}(?::::note)?|  end|  classDef \w+ [\w:#,. -]+)$`,
  'u',
);

/** The names of all elements; throws when a tag is not closed or a text is not escaped. */
function elementsOf(xml: string): ReadonlySet<string> {
  const names = new Set<string>();
  const open: string[] = [];
  for (const [, tag, words] of xml.matchAll(/<([^<>]*)>|([^<>]+|[<>])/g)) {
    if (words !== undefined) {
      if (/[<>]|&(?!#\d+;)/.test(words)) throw new Error(`not escaped: ${words}`);
      continue;
    }
    const parts = /^(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)(\/?)$/.exec(tag!);
    if (!parts) throw new Error(`no tag: <${tag}>`);
    const [, end, name, , alone] = parts;
    names.add(name!);
    if (end && open.pop() !== name) throw new Error(`</${name}> closes another element`);
    if (!end && !alone) open.push(name!);
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(' ')}`);
  return names;
}

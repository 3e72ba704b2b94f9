import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rebuild } from '../../src/ingest/archive/rebuild.ts';
import type { Event } from '../../src/model/event.ts';
import { fixtureCases } from '../../src/sources/fixtures.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive } from '../support/archive.ts';

// The same runs from transcripts and from hooks. Whatever comes first and in however many pieces, a call is one event;
// what only hooks recorded is added, and nothing else changes.

const fixtures = join(import.meta.dirname, '../../src/sources');
const runs = fixtureCases(join(fixtures, 'hooks/fixtures')).flatMap((folder) => {
  const [, agent, version] = /^(.*)-([\d.]+)$/.exec(folder)!;
  return fixtureCases(join(fixtures, 'hooks/fixtures', folder)).map((scenario) => ({
    name: `${folder}/${scenario}`,
    hooks: join(fixtures, 'hooks/fixtures', folder, scenario),
    transcript: join(fixtures, agent!, 'fixtures', `${version}-${scenario}`),
  }));
});
const both = runs.filter(({ transcript }) => existsSync(transcript));

/** What only hooks knew: who was asked, requests that were tried again, calls and results the transcript lost. */
const added: Readonly<Record<string, readonly string[]>> = {
  'claude-code-1.0.128/11-torn-tail': ['tool_result { "name": "shop", "version": "1.0.0", "type": "module"'],
  'claude-code-2.0.77/11-torn-tail': ['tool_result { "name": "shop", "version": "1.0.0", "type": "module"'],
  'claude-code-2.0.77/20-interactive': [
    'decision Permission asked: Bash node -e "setTimeout(()=>console.log(1),6000)"',
    'decision Permission asked: Bash node -e "setTimeout(()=>{},25000)"',
    'decision Permission asked: Edit /home/dev/shop/src/cart.js',
  ],
  'claude-code-2.1.325/05-tool-errors': ['decision Permission asked: Bash npm install left-pad'],
  'claude-code-2.1.325/20-interactive': [
    'decision Permission asked: Bash node -e "setTimeout(()=>console.log(1),6000)"',
    'decision Permission asked: Bash node -e "setTimeout(()=>{},25000)"',
    'decision Permission asked: Edit /home/dev/shop/src/cart.js',
  ],
  'claude-code-2.1.325/21-rejected': [
    'decision Permission asked: Edit /home/dev/shop/src/cart.js',
    'decision Permission asked: Edit /home/dev/shop/src/cart.js',
  ],
  'codex-0.166.0/07-apierror': ['error exceeded retry limit, last status: 429 Too Many Requests'],
  'codex-0.166.0/11-code-mode': ['edit apply_patch *** Begin Patch *** Update File: src/cart.js'],
  'gemini-0.61.0/06-kill': ['tool_call run_shell_command echo started; sleep 40; echo done'],
  'gemini-0.61.0/08-interrupt': ['tool_call run_shell_command echo started; sleep 40; echo done'],
  'opencode-1.18.33/07-apierror': [
    'error Rate limit reached. Please retry in 1s. (attempt 1)',
    'error The server had an error (attempt 1)',
  ],
  'opencode-1.18.33/07b-apifatal': [1, 2, 3, 4, 5].map(
    (attempt) => `error Invalid request: unsupported parameter (attempt ${attempt})`,
  ),
  'opencode-1.18.33/09-denied': [
    'decision Permission asked: bash rm -rf dist',
    'human_intervention Permission refused',
  ],
};

describe('a call on disk and from hooks is one event', () => {
  test('most captured runs have both, for every agent with hooks', () => {
    expect(new Set(both.map(({ hooks }) => basename(dirname(hooks))))).toEqual(
      new Set(fixtureCases(join(fixtures, 'hooks/fixtures'))),
    );
    expect(both.length).toBeGreaterThan(100);
  });

  // Claude Code's middle versions differ from the last in what they leave out.
  test.each(both.filter(({ name }) => !/-2\.(?:0\.77|1\.63)\//.test(name) || name in added || name.includes('/03-')))(
    '$name',
    async ({ name, hooks, transcript }) => {
      const archive = await Archive.open();
      const read = async (what: 'hooks' | 'transcript', into = archive): Promise<readonly string[]> => {
        put(into, what === 'hooks' ? hooks : transcript, what);
        await into.ingest();
        return await shortEvents(into);
      };
      // Half of the runs meet the transcript first, the other half the hooks.
      const isFirst = name.length % 2 === 0;
      if (!isFirst) await read('hooks');
      const alone = await read('transcript', isFirst ? archive : await Archive.open());
      const together = await read(isFirst ? 'hooks' : 'transcript');
      expect(difference(alone, together)).toEqual({ more: newTo(alone, name), less: [] });
    },
  );
});

describe('while the agent runs, line by line', () => {
  const live = [
    'claude-code-1.0.128/01-fix-bug',
    'claude-code-2.1.325/01-fix-bug',
    'codex-0.166.0/07-apierror',
    'copilot-1.0.102/live-subagent',
    'droid-0.225.2/live',
    'qwen-0.24.4/03-toolerror',
  ];

  test.each(both.filter(({ name }) => live.includes(name)))(
    '$name',
    { timeout: 60_000 },
    async ({ name, hooks, transcript }) => {
      const alone = await eventsAfter(async (archive) => {
        put(archive, transcript, 'transcript');
        await archive.ingest();
      });
      const together = await eventsAfter(async (archive) => {
        for (const { path, text } of inOrder(archive, hooks, transcript)) {
          appendFileSync(path, text);
          await archive.ingest();
        }
      });
      expect(difference(alone, together)).toEqual({ more: newTo(alone, name), less: [] });
    },
  );
});

test("a call that hooks recorded first becomes the transcript's, with everything that belongs to it", async () => {
  const { hooks, transcript } = both.find(({ name }) => name === 'claude-code-2.1.325/05-tool-errors')!;
  const archive = await Archive.open();
  put(archive, hooks, 'hooks');
  await archive.ingest();
  put(archive, transcript, 'transcript');
  await archive.ingest();
  const events = await everyEvent(archive);
  const asked = events.find(({ kind }) => kind === 'decision')!;
  expect(events.find(({ id }) => id === asked.parent)).toMatchObject({
    tool: 'Bash',
    native_id: 'toolu_01bd65644fa031ac336731c1',
  });
  expect(new Set(events.map(({ native_id, kind }) => `${native_id} ${kind}`)).size).toBeGreaterThan(10);
});

test.each([
  'claude-code-2.1.325/20-interactive',
  'copilot-1.0.102/live-subagent',
  'gemini-0.61.0/06-kill',
  'codex-0.166.0/07-apierror',
])('%s can be made again from the archive, the same event by event', async (wanted) => {
  const { hooks, transcript } = both.find(({ name }) => name === wanted)!;
  const archive = await Archive.open();
  put(archive, hooks, 'hooks');
  await archive.ingest();
  put(archive, transcript, 'transcript');
  await archive.ingest();
  const before = (await everyEvent(archive)).map(known);
  rmSync(archive.folder, { recursive: true });
  await rebuild({ store: archive.store, sources, workspace: 'local', clock: () => 0 });
  expect((await everyEvent(archive)).map(known).sort()).toEqual(before.sort());
});

test('what was done in a folder that is left out is left out of the hooks too', async () => {
  const archive = await Archive.open();
  put(archive, runs.find(({ name }) => name === 'opencode-1.18.33/01-fix')!.hooks, 'hooks');
  await archive.ingest({ exclude: ['/home/dev2/**'] });
  expect(await everyEvent(archive)).toEqual([]);
});

function known({ id, session, kind, summary, failed, at, duration_ms, parent }: Event): string {
  return JSON.stringify([id, session, kind, summary, failed, at, duration_ms, parent]);
}

async function eventsAfter(ingest: (archive: Archive) => Promise<void>): Promise<readonly string[]> {
  const archive = await Archive.open();
  await ingest(archive);
  return await shortEvents(archive);
}

async function shortEvents(archive: Archive): Promise<readonly string[]> {
  return (await everyEvent(archive)).map(({ kind, summary }) => inShort(`${kind} ${summary}`));
}

async function everyEvent({ store }: Archive): Promise<readonly Event[]> {
  const { sessions } = await store.read.sessions({}, { limit: 1_000, offset: 0 });
  const events = await Promise.all(sessions.map(({ uid }) => store.read.events(uid, { after: 0, limit: 10_000 })));
  expect(await store.read.check()).toEqual([]);
  return events.flat();
}

function difference(
  before: readonly string[],
  after: readonly string[],
): { readonly more: readonly string[]; readonly less: readonly string[] } {
  const less = [...before];
  const more = after.filter((event) => {
    const at = less.indexOf(event);
    if (at >= 0) less.splice(at, 1);
    return at < 0;
  });
  return { more: more.sort(), less };
}

/** A later reader of the transcript may find some of it there after all; then hooks add the rest. */
function newTo(transcript: readonly string[], name: string): readonly string[] {
  return (added[name] ?? [])
    .map(inShort)
    .filter((event) => !transcript.includes(event))
    .sort();
}

function inShort(event: string): string {
  return event.slice(0, 60);
}

function put(archive: Archive, folder: string, name: string): void {
  cpSync(folder, archive.path(name), { recursive: true });
  rmSync(archive.path(join(name, 'expected.txt')), { force: true });
}

interface Written {
  readonly path: string;
  readonly text: string;
  readonly at: string;
}

/**
 * The lines of both in the order of their times; a line without a time comes with the one before it, what is no lines
 * at the end.
 */
function inOrder(archive: Archive, hooks: string, transcript: string): readonly Written[] {
  const lines = (folder: string, name: string, time: RegExp): Written[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.txt')
      .flatMap((entry) => {
        const source = join(entry.parentPath, entry.name);
        const path = archive.path(join(name, source.slice(folder.length)));
        mkdirSync(dirname(path), { recursive: true });
        if (!entry.name.endsWith('.jsonl')) return [{ path, text: readFileSync(source, 'utf8'), at: '~' }];
        let at = '';
        return readFileSync(source, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((text) => ({ path, text: `${text}\n`, at: (at = time.exec(text)?.[1] ?? at) }));
      });
  return [
    ...lines(transcript, 'transcript', /"timestamp":\s?"([^"]+)/),
    ...lines(hooks, 'hooks', /"at":"([^"]+)/),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

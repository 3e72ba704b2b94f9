import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventRef, type EventId } from '../../src/model/ids.ts';
import type { Session } from '../../src/model/session.ts';
import { fixtureCases, fixtureFiles } from '../../src/sources/fixtures.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { Store } from '../../src/store/store.ts';
import { Archive } from '../support/archive.ts';

// What each captured scenario becomes in the archive: sessions, how they hang together, steps, failures, recorded
// causes. After an intended change run `npm run golden`, then read the difference as carefully as code.
describe.each(sources)('$title', ({ name, isFallback }) => {
  const folder = join(import.meta.dirname, '../../src/sources', name);
  const fixtures = join(folder, 'fixtures');

  test.each(fixtureCases(fixtures))('%s', async (scenario) => {
    const archive = await Archive.open();
    cpSync(join(fixtures, scenario), archive.folder, { recursive: true });
    rmSync(join(archive.folder, 'expected.txt'), { force: true });
    // Files that only a fallback recognises must be named.
    const files = fixtureFiles(archive.folder).map(({ path }) => path);
    const report = await archive.ingest(isFallback ? { paths: files } : {});

    expect(report.problems).toEqual([]);
    expect(await archive.store.read.check()).toEqual([]);
    const text = `${lines(report.lines)}\n\n${await view(archive.store)}`;
    await expect(text).toMatchFileSnapshot(join(folder, 'views', `${scenario}.txt`));
  });
});

async function view({ read }: Store): Promise<string> {
  const { sessions } = await read.sessions({}, { limit: 1000, offset: 0 });
  const inOrder = [...sessions].sort((a, b) => key(a).localeCompare(key(b)));
  const steps = new Map<string, Awaited<ReturnType<typeof read.steps>>>();
  const labels = new Map<EventId, string>();
  for (const [i, { uid }] of inOrder.entries()) {
    const own = await read.steps(uid, { after: 0, limit: 10_000 });
    steps.set(uid, own);
    for (const [j, { id }] of own.entries()) labels.set(id, `${letter(i)}${j + 1}`);
  }

  let text = '';
  for (const [i, session] of inOrder.entries()) {
    const { parent, cost } = session;
    const from = parent
      ? `, ${parent.relation} of ${letter(inOrder.findIndex(({ uid }) => uid === parent.uid))}${parent.step ? ` at ${labels.get(parent.step)}` : ''}`
      : '';
    text += `${letter(i)}  ${session.title ?? '(no title)'}${from}\n`;
    text += `   ${session.events} events, ${session.errors} failed, ${cost.turns} turns; tokens ${cost.input_tokens} in, ${cost.output_tokens} out, ${cost.cache_tokens} cached; ${session.outcome}\n`;
    for (const { id, kind, act, origin, summary, failed } of steps.get(session.uid)!) {
      const causes = await read.causes([eventRef(id)!]);
      const because = causes
        .filter(({ basis }) => basis === 'recorded')
        .map(({ cause, types }) => ` ← ${types[0]} ${labels.get(cause) ?? 'elsewhere'}`)
        .join('');
      const what = kind === 'user_msg' ? `(${origin}) ${summary}` : `${kind}/${act} ${summary}`;
      text += `   ${labels.get(id)!.padEnd(4)} ${failed ? '!' : ' '} ${what.slice(0, 90)}${because}\n`;
    }
  }
  return text;
}

/** Main sessions by their beginning, sub-agents after them. */
function key({ uid, started_at, parent }: Session): string {
  return `${parent?.relation === 'subagent' ? 1 : 0} ${started_at ?? ''} ${uid}`;
}

function letter(index: number): string {
  return index < 0
    ? 'a session that is not here'
    : index < 26
      ? String.fromCharCode(65 + index)
      : `${letter(Math.floor(index / 26) - 1)}${letter(index % 26)}`;
}

function lines(counts: object): string {
  return Object.entries(counts)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');
}

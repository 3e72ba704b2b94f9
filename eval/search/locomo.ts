import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withArchive } from '../archive.ts';
import { Ranks } from './ranks.ts';

interface Dialog {
  readonly qa: readonly { readonly question: string; readonly evidence?: unknown; readonly category: number }[];
  readonly conversation: Readonly<Record<string, unknown>>;
}

interface DialogTurn {
  readonly speaker: string;
  readonly text?: string;
}

/**
 * LoCoMo (Maharana and others, ACL 2024) as a search: each dialog is an archive, each of its sessions a transcript in
 * which every turn is a message `Speaker: text`, a minute after the one before. A question is asked as it is; the
 * sessions that have its evidence are right. Questions without evidence are left out. The same definition as the one
 * that deja-vu publishes its figures by.
 */
export async function locomo(path: string, only: 'all' | 'even' | 'odd' = 'all'): Promise<ReadonlyMap<string, Ranks>> {
  const dialogs = JSON.parse(readFileSync(path, 'utf8')) as readonly Dialog[];
  const byCategory = new Map<string, Ranks>([['all', new Ranks()]]);
  for (const [at, dialog] of dialogs.entries()) {
    if (only !== 'all' && (at % 2 === 0) !== (only === 'even')) continue;
    const folder = mkdtempSync(join(tmpdir(), 'stemma-locomo-'));
    try {
      const files = writeSessions(folder, dialog.conversation);
      await withArchive(files, async (stemma) => {
        for (const { question, evidence, category } of dialog.qa) {
          const right = new Set(
            [...JSON.stringify(evidence ?? '').matchAll(/D(\d+):\d+/g)].map(
              ([, session]) => `claude:${nameOf(session!)}`,
            ),
          );
          if (right.size === 0) continue;
          const started = performance.now();
          const { sessions } = await stemma.search(question, { limit: 20 });
          const took = performance.now() - started;
          const rank = sessions.findIndex(({ session }) => right.has(session)) + 1;
          const kind = categories[category] ?? String(category);
          if (!byCategory.has(kind)) byCategory.set(kind, new Ranks());
          for (const ranks of [byCategory.get('all')!, byCategory.get(kind)!])
            ranks.add(rank, sessions.length === 0, took);
        }
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return byCategory;
}

const categories: Readonly<Record<number, string>> = {
  1: 'several sessions',
  2: 'when',
  3: 'world knowledge',
  4: 'one session',
  5: 'unanswerable',
};

function nameOf(session: string): string {
  return `00000000-0000-4000-8000-${session.padStart(12, '0')}`;
}

export function writeSessions(folder: string, conversation: Dialog['conversation']): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(conversation).flatMap(([name, turns]) => {
    const session = /^session_(\d+)$/.exec(name)?.[1];
    if (session === undefined || !Array.isArray(turns)) return [];
    const begins = timeOf(conversation[`${name}_date_time`]);
    const id = nameOf(session);
    const lines = (turns as readonly DialogTurn[]).flatMap(({ speaker, text = '' }, at) =>
      text === ''
        ? []
        : [
            JSON.stringify({
              type: 'user',
              parentUuid: null,
              isSidechain: false,
              userType: 'external',
              sessionId: id,
              uuid: `${id}-${at}`,
              cwd: '/home/dev/locomo',
              version: '2.0.0',
              timestamp: new Date(begins + at * 60_000).toISOString(),
              message: { role: 'user', content: `${speaker}: ${text}` },
            }),
          ],
    );
    const path = join(folder, `${id}.jsonl`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return [path];
  });
}

/** `1:56 pm on 8 May, 2023`. */
function timeOf(text: unknown): number {
  const found = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(String(text));
  if (found === null) return Date.UTC(2023, 4, 1, 10);
  const [, hour, minute, half, day, month, year] = found;
  const at = Date.parse(`${day} ${month} ${year} UTC`);
  return at + ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 3_600_000 + Number(minute) * 60_000;
}

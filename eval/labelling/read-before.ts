import { createHash } from 'node:crypto';
import { findInArchive, type ArchivedSession } from './archived-session.ts';

/** Of a session's calls, so many may be the same as in another one by chance. */
const byChance = 0.2;
/** A call that says less may be repeated anywhere. */
const leastText = 60;

/** Sessions that must not be drawn, by their ids and by what they hold: many are published more than once. */
export class ReadBefore {
  readonly #sessions = new Set<string>();
  readonly #calls = new Set<string>();

  static async of(files: readonly string[]): Promise<ReadBefore> {
    const before = new ReadBefore();
    if (files.length > 0)
      await findInArchive(files, async (archived) => {
        before.add(archived);
        return undefined;
      });
    return before;
  }

  add(archived: ArchivedSession): void {
    this.#sessions.add(archived.session.native_id);
    for (const call of callsOf(archived)) this.#calls.add(call);
  }

  has(archived: ArchivedSession): boolean {
    const calls = callsOf(archived);
    const same = calls.filter((call) => this.#calls.has(call)).length;
    return this.#sessions.has(archived.session.native_id) || same > calls.length * byChance;
  }
}

function callsOf({ nodes }: ArchivedSession): readonly string[] {
  return nodes
    .map(({ text, result }) => `${text}\n${result?.text ?? ''}`)
    .filter((text) => text.length >= leastText)
    .map((text) => createHash('sha256').update(text).digest('hex'));
}

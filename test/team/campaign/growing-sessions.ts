import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomOf, type Secrets } from '../../support/redaction/secrets.ts';
import { Transcript } from '../../support/transcript.ts';

interface Growing {
  readonly transcript: Transcript;
  written: number;
  step: number;
}

/** The sessions of one machine: each grows by a few lines at a time, and some lines hold secrets. */
export class GrowingSessions {
  readonly #folder: string;
  readonly #random: () => number;
  readonly #secrets: Secrets;
  readonly #sessions: Growing[];

  constructor(folder: string, { machine, sessions, secrets }: { machine: number; sessions: number; secrets: Secrets }) {
    this.#folder = folder;
    this.#random = randomOf(machine + 1);
    this.#secrets = secrets;
    mkdirSync(folder, { recursive: true });
    const from = Date.UTC(2026, 0, 2, 3, 4);
    this.#sessions = Array.from({ length: sessions }, (_, index) => ({
      transcript: new Transcript(`machine ${machine} session ${index}`, { from: from + index * 60_000 }),
      written: 0,
      step: 0,
    }));
  }

  /** Some of them grow. */
  grow(): void {
    for (const session of this.#sessions) if (this.#random() < 0.4) this.#step(session);
  }

  /** What is still held back is written: every session ends with a whole line. */
  end(): void {
    for (const session of this.#sessions) {
      if (session.step === 0) this.#step(session);
      this.#write(session, session.transcript.lines.length);
    }
  }

  #step(session: Growing): void {
    const { transcript } = session;
    const step = session.step++;
    const id = `toolu_${step}`;
    const file = `src/part-${Math.floor(this.#random() * 30)}.ts`;
    const kind = this.#random();
    if (step === 0 || kind < 0.15) transcript.prompt(`make ${file} work, part ${step}`);
    else if (kind < 0.4)
      transcript
        .calls(id, 'Bash', { command: 'npm test' })
        .returns(id, `Exit code 1\nTypeError: cannot read ${file.slice(4)} of undefined`, true);
    else if (kind < 0.6)
      transcript
        .calls(id, 'Edit', { file_path: `/home/dev/shop/${file}`, old_string: 'a', new_string: `b${step}` })
        .returns(id, 'The file has been updated.');
    else if (kind < 0.7) transcript.prompt(this.#planted(`use the account ${step} for it`));
    else
      transcript
        .calls(id, 'Read', { file_path: `/home/dev/shop/${file}` })
        .returns(id, this.#planted(`${step}\t${'lorem ipsum dolor '.repeat(20 + Math.floor(this.#random() * 200))}`));
    // The last line may still be in the agent's buffer.
    this.#write(session, transcript.lines.length - (this.#random() < 0.3 ? 1 : 0));
  }

  #planted(text: string): string {
    const planted = this.#secrets.plantInto(text, 'a session', [(it, secret) => `${it} ${secret}`]);
    return this.#random() < 0.3 && planted !== undefined ? planted : text;
  }

  #write(session: Growing, until: number): void {
    const { transcript } = session;
    const lines = transcript.lines.slice(session.written, until);
    if (lines.length === 0) return;
    session.written = until;
    appendFileSync(join(this.#folder, `${transcript.session}.jsonl`), lines.map((line) => `${line}\n`).join(''));
  }
}

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openStemma } from '../../src/index.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import type { Labelled } from '../labels.ts';
import { linesOf, truthAt, type Truth } from './truth.ts';

/** A session that was cut in the middle and ingested up to there, and what its rest went back to. */
export interface Cut {
  readonly name: string;
  readonly repository: string;
  readonly share: number;
  /** Folder of an archive that holds nothing else. */
  readonly home: string;
  readonly session: SessionUid;
  readonly truth: Truth;
}

/** A Claude Code transcript, for only these say what was used in a way that can be read without stemma. */
export interface Transcript {
  readonly name: string;
  readonly file: string;
  readonly repository: string;
  readonly labels?: Labelled | undefined;
}

const shares = [0.4, 0.6, 0.8];

export function labelledTranscripts(sessions: string, labels: readonly Labelled[]): readonly Transcript[] {
  return readdirSync(sessions)
    .filter((file) => file.endsWith('.jsonl') && !file.startsWith('codex'))
    .map((file) => {
      const name = basename(file, '.jsonl');
      const own = labels.find((each) => each.name === name);
      return { name, file: join(sessions, file), repository: own?.repository ?? 'unknown', labels: own };
    });
}

/**
 * A folder for each repository, `owner__name`. A session may lie there several times, at different lengths: the
 * longest counts.
 */
export function corpusTranscripts(folder: string): readonly Transcript[] {
  return readdirSync(folder).flatMap((repository) => {
    const files = readdirSync(join(folder, repository)).filter((file) => file.endsWith('.jsonl'));
    const bySession = Map.groupBy(files, (file) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(file)?.[0] ?? file);
    return [...bySession].map(([name, versions]) => {
      const [longest] = versions
        .map((file) => join(folder, repository, file))
        .toSorted((a, b) => statSync(b).size - statSync(a).size);
      return { name, file: longest!, repository: repository.replace('__', '/') };
    });
  });
}

/** Cuts each transcript in three places; a place is left out where too little was gone back to. */
export async function* cutsOf(transcripts: readonly Transcript[], folder: string): AsyncGenerator<Cut> {
  for (const { name, file, repository, labels } of transcripts) {
    const lines = linesOf(readFileSync(file, 'utf8'));
    for (const share of shares) {
      const at = Math.floor(lines.length * share);
      const truth = truthAt(lines, at, labels);
      if (!truth) continue;
      const home = join(folder, `${name}-${share}`);
      mkdirSync(home, { recursive: true });
      const part = join(home, `${name}.jsonl`);
      writeFileSync(
        part,
        `${lines
          .slice(0, at)
          .map(({ text }) => text)
          .join('\n')}\n`,
      );
      await using stemma = await openStemma({ home });
      await stemma.ingest({ paths: [part] });
      const { sessions } = await stemma.sessions({ limit: 100_000 });
      const longest = sessions.reduce((a, b) => (b.events > a.events ? b : a));
      yield { name, repository, share, home, session: longest.uid, truth };
    }
  }
}

import { appendFileSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ArchivedSession } from './archived-session.ts';
import type { KeptLabels, Quoted } from './kept-labels.ts';

/** Writes labels as `npm run eval -- --labels DIR` reads them, with a copy of the session's file. */
export function writeGold(
  folder: string,
  name: string,
  {
    labels: { agent, repository, session, read, causes, errors, outcome },
    quoted,
    archived: { nodes, idOf },
    path,
  }: {
    readonly labels: KeptLabels;
    readonly quoted?: Quoted;
    readonly archived: ArchivedSession;
    /** The session's file. */
    readonly path: string;
  },
): void {
  const [gold, sessions, by] = [join(folder, 'gold'), join(folder, 'sessions'), join(folder, 'REPOSITORIES.tsv')];
  for (const each of [gold, sessions]) mkdirSync(each, { recursive: true });
  // What comes after the part that was read cannot be scored; what comes before can be a cause.
  const end = nodes.findIndex((node) => idOf(node) === read[1]);
  const keys = new Map(
    nodes.slice(0, end + 1).flatMap((node) => (idOf(node) === null ? [] : [[node.name, idOf(node)!]])),
  );
  const names = new Map([...keys].map(([key, id]) => [id, key]));
  const named = (ids: readonly string[]): readonly string[] => ids.flatMap((id) => names.get(id) ?? []);
  write(join(gold, `${name}.keys.json`), Object.fromEntries(keys));
  write(join(gold, `${name}.json`), {
    session,
    read: named(read),
    targets: Object.fromEntries(
      Object.entries(causes).map(([id, steps]) => [
        names.get(id)!,
        { causes: steps.flatMap(([cause, type]) => (names.has(cause) ? [[names.get(cause)!, type]] : [])) },
      ]),
    ),
    errors: Object.fromEntries(
      Object.entries(errors).map(([id, { kind, culprit, attempts, fix, verified }]) => [
        names.get(id)!,
        {
          kind,
          culprit: named(culprit),
          attempts: named(attempts),
          fix: named(fix),
          verified: (verified !== null && names.get(verified)) || null,
          ...(quoted?.signatures.has(id) && { signature: quoted.signatures.get(id)! }),
        },
      ]),
    ),
    ...(outcome !== null && { outcome, outcome_why: quoted?.why ?? '' }),
  });
  copyFileSync(path, join(sessions, `${name}${extname(path)}`));
  if (!existsSync(by)) writeFileSync(by, 'name\tagent\trepository\n');
  appendFileSync(by, `${name}\t${agent}\t${repository}\n`);
}

function write(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}

import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';

interface Row {
  readonly type?: string;
  readonly uuid?: string;
  readonly timestamp?: string;
  readonly isSidechain?: boolean;
}

/** Appends lines to a transcript of Claude Code, as its last turns were, with ids and times of their own. */
export function growSession(path: string, lines: number): void {
  const text = readFileSync(path, 'utf8');
  const rows = text.split('\n').flatMap(parsed).filter(isStep);
  const ids = new Map<string, string>();
  const own = (id: string): string => {
    if (!ids.has(id)) ids.set(id, createHash('sha256').update(`${text.length} ${id}`).digest('hex').slice(0, 24));
    return ids.get(id)!;
  };
  let parent = rows.at(-1)!.uuid!;
  let at = Date.parse(rows.at(-1)!.timestamp!);
  const added = rows
    .slice(-60)
    .slice(0, lines)
    .map((row) => {
      const uuid = own(row.uuid!).replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5');
      const copy = JSON.stringify({
        ...row,
        uuid,
        parentUuid: parent,
        timestamp: new Date((at += 1500)).toISOString(),
      });
      parent = uuid;
      return `${copy.replace(/\b(toolu|msg)_\w+/g, (id, kind: string) => `${kind}_${own(id)}`)}\n`;
    });
  appendFileSync(path, `${text.endsWith('\n') ? '' : '\n'}${added.join('')}`);
}

function parsed(line: string): readonly Row[] {
  try {
    return [JSON.parse(line) as Row];
  } catch {
    return [];
  }
}

function isStep({ type, uuid, timestamp, isSidechain }: Row): boolean {
  return (type === 'assistant' || type === 'user') && uuid !== undefined && timestamp !== undefined && !isSidechain;
}

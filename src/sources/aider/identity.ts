import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Identity, Peek } from '../source.ts';
import { formOf } from './line.ts';

export const flavor = 'aider';

/** A start line, and a line of aider's own below it. */
export function recognises({ head, tail }: Peek): boolean {
  return hasStart(head) || hasStart(tail);
}

/** A file holds all sessions of a repository; it is named by its first. What stands before the first start is the rest of a session whose start is gone. */
export function identify({ path, head, tail }: Peek): Identity {
  const first = firstStart(head) ?? firstStart(tail);
  if (!first) return { session: sessionUid(flavor, 'unknown') };
  const session = sessionAt(first.time, first.below);
  // Under this name it lies at the root of what it is about.
  const cwd = basename(path) === '.aider.chat.history.md' ? { cwd: dirname(path) } : {};
  return { session: first.isFirst ? session : restBefore(session), begun: utc(first.time), ...cwd };
}

/**
 * Its start and what was written first, which is the command line: the same file gives the same session wherever it lies. The time alone
 * would do on one machine, but not in a team's archive.
 */
export function sessionAt(time: string, below: string): SessionUid {
  const mark = hash('sha256', below.trimEnd(), 'hex').slice(0, 6);
  return sessionUid(flavor, `${time.replaceAll(/[-:]/g, '').replace(' ', 'T')}-${mark}`);
}

/** aider writes local time and no zone. It is taken as UTC: a file must tell the same wherever it is read. */
export function utc(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`);
}

function restBefore(session: SessionUid): SessionUid {
  return sessionUid(flavor, `before-${session.slice(flavor.length + 1)}`);
}

function hasStart(text: string): boolean {
  if (!text.includes('# aider chat started at ')) return false;
  const found = firstStart(text);
  return found !== undefined && /^(?:>|####)(?: |$)/.test(found.below);
}

function firstStart(text: string): { readonly time: string; readonly below: string; readonly isFirst: boolean } | undefined {
  const lines = text.split('\n');
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    const form = formOf(line);
    if (form.is === 'start') {
      const next = lines.slice(index + 1).find((each) => each.trim() !== '') ?? '';
      const below = formOf(next).is === 'start' ? '' : next;
      return { time: form.time, below, isFirst };
    }
    if (form.is !== 'blank') isFirst = false;
  }
  return undefined;
}

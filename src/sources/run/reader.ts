import { number, text } from '../../platform/parse-records.ts';
import { draftOf, patchOf } from '../reader/draft-of.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import type { Draft, Identity, Json, Reader, Reading, SessionPatch, What } from '../source.ts';
import { atOf, blobsOf, commandLineOf, exitCodeOf, idOf, isRunRecord, kindOf, shortName } from './record.ts';
import type { RunRecord } from './record.ts';

/** Every record has an id or is the only one of its kind, and says what it hangs on: nothing need be remembered. */
export function runReader(identity: Identity, _state?: Json): Reader {
  return {
    line: (line) =>
      readJsonLine(line, (record, key) =>
        read({ identity, record, key: idOf(record) ?? key, drafts: [], sessions: [] }),
      ),
    state: () => ({}),
  };
}

interface Page {
  readonly identity: Identity;
  readonly record: RunRecord;
  readonly key: string;
  readonly drafts: Draft[];
  readonly sessions: SessionPatch[];
}

/** The command line that was typed opens the only turn. */
const turn = 'start';

function read(page: Page): Reading {
  const { record } = page;
  const kind = isRunRecord(record) ? kindOf(record) : undefined;
  switch (kind) {
    case undefined:
      return unknownRecord(text(record['t'])?.slice(0, 80) ?? 'record', undefined);
    case 'start':
      started(page);
      break;
    case 'command':
      called(page, toolOf(record), { command: text(record['command']) ?? '', cwd: text(record['cwd']) ?? null });
      break;
    case 'ended':
      ended(page);
      break;
    case 'edit':
      edited(page);
      break;
    case 'commit':
      committed(page);
      break;
    case 'head':
      emit(page, page.key, { is: 'lifecycle', type: 'head', text: text(record['text']) ?? '' });
      break;
    case 'transcript':
      emit(page, page.key, {
        is: 'lifecycle',
        type: 'transcript',
        text: `${text(record['session']) ?? ''} made commit ${text(record['commit']) ?? ''} too`,
      });
      break;
    case 'note':
      emit(page, page.key, { is: 'lifecycle', type: 'note', text: text(record['text']) ?? '' });
      break;
    case 'end':
      finished(page);
      break;
  }
  return readingOf(page);
}

function started(page: Page): void {
  const { record, identity } = page;
  const line = commandLineOf(record);
  page.sessions.push(
    ...patchOf(identity.session, {
      title: line.slice(0, 200),
      cwd: text(record['cwd']),
      branch: shortName(record['branch']),
    }),
  );
  emit(page, turn, { is: 'prompt', text: line, origin: 'human' }, { role: 'user', native: turn, turn: undefined });
}

/** Shells whose name says that they are one keep it. */
function toolOf(record: RunRecord): string {
  const shell = text(record['shell']);
  return shell === 'bash' || shell === 'zsh' ? shell : 'shell';
}

function ended(page: Page): void {
  const { record, key } = page;
  const exitCode = exitCodeOf(record);
  answered(
    page,
    key,
    {
      output: text(record['output']) ?? '',
      ...(exitCode === undefined ? { status: 'interrupted' as const } : { exitCode }),
    },
    number(record['ms']),
  );
}

function edited(page: Page): void {
  const { record, key } = page;
  const path = text(record['path']) ?? '';
  const change = text(record['change']) ?? 'update';
  const tool = change === 'create' ? 'write' : change === 'delete' ? 'delete_file' : 'edit';
  called(page, tool, {
    path,
    change,
    diff: text(record['diff']) ?? '',
    before: text(record['before']) ?? null,
    after: text(record['after']) ?? null,
  });
  const lines = [number(record['added']), number(record['removed'])];
  answered(page, key, {
    output: lines.includes(undefined) ? `${change}d` : `${change}d: +${lines[0]} -${lines[1]}`,
    status: 'ok',
  });
}

/** A commit hangs on an edit whose content it holds; the others are in its input. */
function committed(page: Page): void {
  const { record, key } = page;
  const hash = shortName(record['hash']);
  const blobs = blobsOf(record);
  const message = text(record['subject']) ?? '';
  // Ids count up.
  const [parent] = blobs.flatMap(({ edit }) => edit ?? []).sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)));
  called(
    page,
    'git_commit',
    { hash: hash ?? '', message, author: text(record['author']) ?? '', blobs },
    { native: hash, parent },
  );
  answered(page, key, { output: `${(hash ?? '').slice(0, 7)} ${message}`, status: 'ok' });
}

function finished(page: Page): void {
  const { record, identity } = page;
  const signal = shortName(record['signal']);
  const exitCode = exitCodeOf(record) ?? 0;
  const said = signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}`;
  const isStopped = signal !== undefined && stopping.has(signal);
  if (isStopped) emit(page, 'stopped', { is: 'intervention', type: 'interrupt', text: said }, { role: 'user' });
  else if (signal !== undefined || exitCode !== 0)
    emit(page, 'failed', { is: 'failure', type: signal === undefined ? 'exit_code' : 'signal', text: said });
  emit(page, 'end', { is: 'completion', type: 'exit', text: said }, { durationMs: number(record['ms']) });
  if (isStopped) page.sessions.push(...patchOf(identity.session, { outcome: 'abandoned' }));
  else if (signal !== undefined || exitCode !== 0)
    page.sessions.push(...patchOf(identity.session, { outcome: 'fail' }));
}

/** How a person, or the end of their terminal, ends a program. */
const stopping: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);

function called(page: Page, tool: string, input: unknown, more: DraftFields = {}): void {
  emit(
    page,
    page.key,
    { is: 'call', tool, input },
    {
      role: 'assistant',
      native: page.key,
      parent: turn,
      ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
    },
  );
}

function answered(
  page: Page,
  call: string,
  result: Omit<Extract<What, { is: 'result' }>, 'is' | 'call'>,
  durationMs?: number,
): void {
  emit(page, `${call}:result`, { is: 'result', call, ...result }, { role: 'tool', parent: call, durationMs });
}

function emit(page: Page, key: string, what: What, more: DraftFields = {}): void {
  page.drafts.push(draftOf(page.identity.session, key, what, { at: atOf(page.record), role: 'system', turn, ...more }));
}

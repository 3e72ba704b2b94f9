import type { SessionUid } from '../../model/ids.ts';
import { number, text } from '../../platform/parse-records.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import { readingOf, readJsonLine, unknownRecord } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Reader, Reading, What } from '../source.ts';
import { atOf, blobsOf, commandLineOf, exitCodeOf, idOf, isRunRecord, kindOf, shortName } from './record.ts';
import type { RunRecord } from './record.ts';

/** Every record has an id or is the only one of its kind, and names its parent: no memory is needed. */
export function runReader({ session }: Identity, _state?: Json): Reader {
  const memory = new ReaderMemory();
  return {
    line: (line) => readJsonLine(line, (record, name) => read(new RunContext(session, memory, record, name))),
    state: () => ({}),
  };
}

class RunContext extends RecordContext {
  readonly record: RunRecord;

  constructor(session: SessionUid, memory: ReaderMemory, record: RunRecord, name: string) {
    super({ session, memory, key: idOf(record) ?? name, at: atOf(record) });
    this.record = record;
  }

  override emit(key: string, what: What, fields: DraftFields = {}): void {
    super.emit(key, what, { role: 'system', turn: key === turn ? undefined : turn, ...fields });
  }
}

/** The command line that was typed opens the only turn. */
const turn = 'start';

function read(context: RunContext): Reading {
  const { record } = context;
  const kind = isRunRecord(record) ? kindOf(record) : undefined;
  switch (kind) {
    case undefined:
      return unknownRecord(text(record['t'])?.slice(0, 80) ?? 'record', undefined);
    case 'start':
      started(context);
      break;
    case 'command':
      called(context, toolOf(record), { command: text(record['command']) ?? '', cwd: text(record['cwd']) ?? null });
      break;
    case 'ended':
      ended(context);
      break;
    case 'edit':
      edited(context);
      break;
    case 'commit':
      committed(context);
      break;
    case 'head':
      context.emit(context.key, { is: 'lifecycle', type: 'head', text: text(record['text']) ?? '' });
      break;
    case 'transcript':
      context.emit(context.key, {
        is: 'lifecycle',
        type: 'transcript',
        text: `${text(record['session']) ?? ''} made commit ${text(record['commit']) ?? ''} too`,
      });
      break;
    case 'note':
      context.emit(context.key, { is: 'lifecycle', type: 'note', text: text(record['text']) ?? '' });
      break;
    case 'end':
      finished(context);
      break;
  }
  return readingOf(context);
}

function started(context: RunContext): void {
  const { record } = context;
  const line = commandLineOf(record);
  context.patch({ title: line.slice(0, 200), cwd: text(record['cwd']), branch: shortName(record['branch']) });
  context.emit(turn, { is: 'prompt', text: line, origin: 'human' }, { role: 'user', native: turn });
}

/** Shells that are recognisable by name keep it. */
function toolOf(record: RunRecord): string {
  const shell = text(record['shell']);
  return shell === 'bash' || shell === 'zsh' ? shell : 'shell';
}

function ended(context: RunContext): void {
  const { record, key } = context;
  const exitCode = exitCodeOf(record);
  answered(
    context,
    key,
    {
      output: text(record['output']) ?? '',
      ...(exitCode === undefined ? { status: 'interrupted' as const } : { exitCode }),
    },
    number(record['ms']),
  );
}

function edited(context: RunContext): void {
  const { record, key } = context;
  const path = text(record['path']) ?? '';
  const change = text(record['change']) ?? 'update';
  const tool = change === 'create' ? 'write' : change === 'delete' ? 'delete_file' : 'edit';
  called(context, tool, {
    path,
    change,
    diff: text(record['diff']) ?? '',
    before: text(record['before']) ?? null,
    after: text(record['after']) ?? null,
  });
  const lines = [number(record['added']), number(record['removed'])];
  answered(context, key, {
    output: lines.includes(undefined) ? `${change}d` : `${change}d: +${lines[0]} -${lines[1]}`,
    status: 'ok',
  });
}

/** A commit is a child of an edit whose content it holds; the others are in its input. */
function committed(context: RunContext): void {
  const { record, key } = context;
  const hash = shortName(record['hash']);
  const blobs = blobsOf(record);
  const message = text(record['subject']) ?? '';
  // Ids count up.
  const [parent] = blobs.flatMap(({ edit }) => edit ?? []).sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)));
  called(
    context,
    'git_commit',
    { hash: hash ?? '', message, author: text(record['author']) ?? '', blobs },
    { native: hash, parent },
  );
  answered(context, key, { output: `${(hash ?? '').slice(0, 7)} ${message}`, status: 'ok' });
}

function finished(context: RunContext): void {
  const { record } = context;
  const signal = shortName(record['signal']);
  const exitCode = exitCodeOf(record) ?? 0;
  const ending = signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}`;
  const isStopped = signal !== undefined && stopping.has(signal);
  if (isStopped) context.emit('stopped', { is: 'intervention', type: 'interrupt', text: ending }, { role: 'user' });
  else if (signal !== undefined || exitCode !== 0)
    context.emit('failed', { is: 'failure', type: signal === undefined ? 'exit_code' : 'signal', text: ending });
  context.emit('end', { is: 'completion', type: 'exit', text: ending }, { durationMs: number(record['ms']) });
  if (isStopped) context.patch({ outcome: 'abandoned' });
  else if (signal !== undefined || exitCode !== 0) context.patch({ outcome: 'failed' });
}

/** How a person, or a closed terminal, ends a program. */
const stopping: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);

function called(context: RunContext, tool: string, input: unknown, more: DraftFields = {}): void {
  context.emit(
    context.key,
    { is: 'call', tool, input },
    {
      role: 'assistant',
      native: context.key,
      parent: turn,
      ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
    },
  );
}

function answered(
  context: RunContext,
  call: string,
  result: Omit<Extract<What, { is: 'result' }>, 'is' | 'call'>,
  durationMs?: number,
): void {
  context.emit(`${call}:result`, { is: 'result', call, ...result }, { role: 'tool', parent: call, durationMs });
}

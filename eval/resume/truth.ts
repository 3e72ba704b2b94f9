import type { Labelled } from '../labels.ts';

/** What the rest of a session went back to: what a pack made at the cut should have named. */
export interface Truth {
  /** Files used after the cut that had been used before it, by their last two parts. */
  readonly files: ReadonlySet<string>;
  /** All files used before it. */
  readonly known: ReadonlySet<string>;
  /** Commands run again, by their first three words. */
  readonly commands: ReadonlySet<string>;
  readonly ask: string | undefined;
  /** The lines that identify each real error that was not fixed at the cut, by the labels. */
  readonly open: readonly (readonly string[])[];
}

export interface Line {
  readonly text: string;
  readonly record: TranscriptRecord;
}

interface TranscriptRecord {
  readonly type?: string;
  readonly isSidechain?: boolean;
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
  readonly message?: { readonly content?: string | readonly Block[] };
}

interface Block {
  readonly type?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly content?: string | readonly { readonly text?: string }[];
}

/** The lines of a Claude Code transcript. */
export function linesOf(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ text: line, record: recordOf(line) }));
}

/** Undefined when too little was gone back to for a pack to be judged by it. */
export function truthAt(lines: readonly Line[], cut: number, labels: Labelled | undefined): Truth | undefined {
  const before = used(lines.slice(0, cut));
  const after = used(lines.slice(cut));
  const files = new Set([...after.files].filter((file) => before.files.has(file)));
  if (files.size < 2) return undefined;
  return {
    files,
    known: before.files,
    commands: new Set([...after.commands].filter((command) => before.commands.has(command))),
    ask: lastAsk(lines.slice(0, cut)),
    open: labels ? openErrors(lines, cut, labels) : [],
  };
}

function recordOf(line: string): TranscriptRecord {
  try {
    return JSON.parse(line) as TranscriptRecord;
  } catch {
    return {};
  }
}

function blocksOf({ message }: TranscriptRecord): readonly Block[] {
  return Array.isArray(message?.content) ? (message.content as readonly Block[]) : [];
}

function used(lines: readonly Line[]): { readonly files: ReadonlySet<string>; readonly commands: ReadonlySet<string> } {
  const files = new Set<string>();
  const commands = new Set<string>();
  for (const { record } of lines) {
    if (record.type !== 'assistant' || record.isSidechain) continue;
    for (const { type, name, input = {} } of blocksOf(record)) {
      if (type !== 'tool_use') continue;
      const path = input['file_path'] ?? input['path'] ?? input['notebook_path'];
      if (typeof path === 'string' && /\.[a-z0-9]+$/i.test(path)) files.add(path.split('/').slice(-2).join('/'));
      const command = name === 'Bash' && typeof input['command'] === 'string' ? firstWords(input['command']) : '';
      if (command.length >= 6) commands.add(command);
    }
  }
  return { files, commands };
}

function firstWords(command: string): string {
  return command
    .replace(/^cd \S+ && /, '')
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .join(' ');
}

function lastAsk(lines: readonly Line[]): string | undefined {
  return (
    lines.findLast(({ record }) => isAsked(record))?.record &&
    wordsOf(lines.findLast(({ record }) => isAsked(record))!.record)
  );
}

function isAsked(record: TranscriptRecord): boolean {
  if (record.type !== 'user' || record.isMeta || record.isSidechain || record.isCompactSummary) return false;
  const words = wordsOf(record);
  return (
    words.length >= 12 &&
    !/^(?:<|\[Request|Caveat:|This session is being continued|Base directory for this skill)/.test(words)
  );
}

function wordsOf({ message }: TranscriptRecord): string {
  const content = message?.content ?? [];
  return (
    typeof content === 'string'
      ? content
      : content.flatMap(({ type, text }) => (type === 'text' ? [text ?? ''] : [])).join(' ')
  ).trim();
}

function openErrors(lines: readonly Line[], cut: number, labels: Labelled): readonly (readonly string[])[] {
  const callAt = new Map<string, number>();
  const results = new Map<string, { readonly at: number; readonly text: string }>();
  for (const [at, { record }] of lines.entries()) {
    for (const block of blocksOf(record)) {
      if (block.type === 'tool_use') callAt.set(block.id ?? '', at);
      if (block.type === 'tool_result') results.set(block.tool_use_id ?? '', { at, text: outputOf(block) });
    }
  }
  return [...labels.errors].flatMap(([call, { kind, fix }]) => {
    const result = results.get(call);
    if (kind !== 'real' || !result || result.at >= cut || fix.some((step) => (callAt.get(step) ?? Infinity) < cut))
      return [];
    const errors = errorLines(result.text);
    return errors.length > 0 ? [errors] : [];
  });
}

function outputOf({ content = '' }: Block): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

function errorLines(output: string): readonly string[] {
  const lines = output
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= 20);
  const errors = lines.filter((line) =>
    /error|fail|cannot|not found|unrecognized|denied|no such|invalid|unexpected|✗|missing/i.test(line),
  );
  return errors.length === 0 ? lines.slice(0, 2) : [...errors.slice(0, 6), ...errors.slice(-4)];
}

import type { ReaderMemory } from './reader-memory.ts';
import type { RecordContext } from './record-context.ts';

interface Compaction {
  /** Of the summary. */
  readonly key: string;
  /** What happened, in a few words. */
  readonly text: string;
  /** What the model gets from then on instead of what went before. */
  readonly summary: string;
}

/** The context was replaced by a summary: a prompt that the last step goes on in, and the next event hangs under. */
export function emitCompaction(
  context: RecordContext<ReaderMemory & { above?: string }>,
  { key, text, summary }: Compaction,
): void {
  const { memory } = context;
  context.emit(
    `${context.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text },
    { role: 'system', parent: memory.above },
  );
  context.emit(
    key,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: key, role: 'user', parent: memory.above },
  );
  if (memory.lastStep !== undefined)
    context.links.push({ type: 'continued', session: context.session, from: memory.lastStep, to: key });
  memory.lastStep = memory.above = key;
}

import { availableParallelism } from 'node:os';

const megabyte = 1024 * 1024;
/** Below this a thread costs more than it saves, and so does each further one: its code is compiled anew. */
const worthAThread = 4 * megabyte;
const worthAnother = 16 * megabyte;
/** One thread writes: more than these would wait for it. It needs a core of its own. */
const maxReaders = 4;
/** What a reading thread takes. There is no more than one per four times as much. */
const memoryOfReader = 70 * megabyte;

/** How many threads should read; 0: it is not worth one. */
export function readersFor(bytes: number, files: number, machine = thisMachine()): number {
  if (bytes < worthAThread || machine.cores < 2) return 0;
  const byMemory = Math.floor(machine.memory / (4 * memoryOfReader));
  return Math.max(1, Math.min(maxReaders, machine.cores - 1, byMemory, files, 1 + Math.floor(bytes / worthAnother)));
}

export interface MachineSize {
  readonly cores: number;
  /** Bytes that are free, or may be taken by the container it runs in. */
  readonly memory: number;
}

function thisMachine(): MachineSize {
  return { cores: availableParallelism(), memory: process.availableMemory() };
}

import { Worker } from 'node:worker_threads';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { InstalledModel } from './installed.ts';

/** An installed model, asked for vectors. It works in a thread of its own, which starts with the first text. */
export interface SentenceModel {
  readonly id: string;
  readonly title: string;
  readonly dimensions: number;
  /** Unit length, in the order of the texts. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export interface ToThread {
  readonly number: number;
  readonly texts: readonly string[];
}

export type FromThread =
  | { readonly number: number; readonly vectors: readonly Float32Array[] }
  | { readonly number: number; readonly failed: string };

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: unknown) => void;
}

/** One thread for each folder, however often it is asked for: the weights take 40 MB. */
const models = new Map<string, SentenceModel>();

export function sentenceModel(installed: InstalledModel): SentenceModel {
  const key = `${installed.folder} ${installed.id}`;
  const known = models.get(key) ?? startedOnDemand(installed);
  models.set(key, known);
  return known;
}

function startedOnDemand({ id, title, dimensions, folder, name }: InstalledModel): SentenceModel {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let asked = 0;
  return {
    id,
    title,
    dimensions,
    embed(texts) {
      if (texts.length === 0) return Promise.resolve([]);
      thread ??= start();
      thread.ref();
      const number = asked++;
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        thread!.postMessage({ number, texts } satisfies ToThread);
      });
    },
  };

  function start(): Worker {
    const self = import.meta.url;
    const worker = new Worker(new URL(`./model-thread.${self.endsWith('.ts') ? 'ts' : 'js'}`, self), {
      workerData: folder,
    });
    worker.on('message', (message: FromThread) => {
      const { resolve, reject } = waiting.get(message.number)!;
      waiting.delete(message.number);
      // A thread that nobody waits for must not keep the process running.
      if (waiting.size === 0) worker.unref();
      if ('vectors' in message) resolve(message.vectors);
      else reject(unusable(message.failed));
    });
    worker.on('error', (error) => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(unusable((error as Error).message, error));
      waiting.clear();
    });
    return worker;
  }

  function unusable(what: string, cause?: unknown): StemmaError {
    return new StemmaError('model-failed', `The model ${name} in ${folder} cannot be used: ${what}`, {
      hint: `\`stemma model add ${name}\` brings it again; \`stemma model remove ${name}\` goes on without it.`,
      cause,
    });
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownModels } from './builds.ts';

/** A model in stemma's home that is ready to be used. */
export interface InstalledModel {
  /** The name it is added and removed by. */
  readonly name: string;
  /** What its makers call it. */
  readonly title: string;
  /** Names model and file: vectors of two of them are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Of the file with its weights. */
  readonly sha256: string;
  readonly bytes: number;
  /** Whether it is a file that stemma knows, byte for byte. */
  readonly known: boolean;
  readonly added_at: string;
  /** The folder it is in. */
  readonly folder: string;
}

export const weightsFile = 'model.onnx';
export const vocabularyFile = 'vocab.txt';
/** Written last: a model without it is not complete. */
export const factsFile = 'model.json';

export function modelFolder(home: string, name: string): string {
  return join(home, 'models', name);
}

/** The model that was added to this home; undefined when none was. Only one small file is read. */
export function installedModel(home: string): InstalledModel | undefined {
  for (const { name } of knownModels) {
    const folder = modelFolder(home, name);
    try {
      const facts = JSON.parse(readFileSync(join(folder, factsFile), 'utf8')) as Omit<InstalledModel, 'folder'>;
      return { ...facts, folder };
    } catch {
      // It was never added, or not to its end.
    }
  }
  return undefined;
}

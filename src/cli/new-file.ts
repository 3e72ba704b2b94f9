import { open } from 'node:fs/promises';
import { StemmaError } from '../model/stemma-error.ts';

export interface NewFile extends AsyncDisposable {
  write(text: string): Promise<void>;
}

/** Creates a file that only the user can read; never overwrites one. */
export async function openNewFile(path: string): Promise<NewFile> {
  const handle = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST')
      throw new StemmaError('would-overwrite', `${path} exists.`, {
        hint: 'Choose another name, or remove it first.',
        cause,
      });
    if (cause.code === 'ENOENT')
      throw new StemmaError('path-not-found', `There is no folder for ${path}.`, {
        hint: 'Make the folder first.',
        cause,
      });
    throw cause;
  });
  return {
    async write(text) {
      await handle.write(text);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

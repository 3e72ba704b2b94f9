import { argumentsOf } from '../causal/text/arguments-of.ts';
import { createLinker } from '../causal/create-linker.ts';
import type { FoundCause } from '../causal/linker.ts';
import { readShown } from '../causal/text/shown.ts';
import type { Origin } from '../model/words.ts';
import { operationsOf } from '../normalise/operations/operations.ts';
import { parseCall } from '../normalise/parse-call.ts';

/** One thing a linker is told of a session. */
export type Told =
  | { readonly is: 'cwd'; readonly path: string }
  | { readonly is: 'prompt'; readonly key: string; readonly text: string; readonly origin: Origin }
  | {
      readonly is: 'call';
      readonly key: string;
      readonly tool: string;
      readonly input: unknown;
      readonly message?: string;
    }
  | { readonly is: 'result'; readonly call: string; readonly output: string; readonly failed: boolean };

/**
 * Tells a session to a new linker, and gives what it said about each call, in order. A call that was told twice is
 * there twice.
 */
export function tellLinker(
  session: readonly Told[],
): readonly { readonly key: string; readonly causes: readonly FoundCause[] }[] {
  const linker = createLinker();
  let folder: { readonly folder?: string } = {};
  return session.flatMap((told) => {
    switch (told.is) {
      case 'cwd':
        folder = { folder: told.path };
        return [];
      case 'prompt':
        linker.prompt(told);
        return [];
      case 'result':
        linker.result({ ...told, shown: readShown(told.output) });
        return [];
      case 'call': {
        const operations = operationsOf(parseCall(told.tool, told.input));
        return [
          {
            key: told.key,
            causes: linker.call({ ...told, ...folder, text: argumentsOf(told.input, operations), operations }),
          },
        ];
      }
    }
  });
}

/** Why the last call of a session was made. */
export function causesOfLast(...session: readonly (Told | readonly Told[])[]): readonly FoundCause[] {
  return tellLinker(session.flat()).at(-1)!.causes;
}

export function prompt(key: string, text: string, origin: Origin = 'human'): Told {
  return { is: 'prompt', key, text, origin };
}

/** A call and what came back. */
export function call(
  key: string,
  tool: string,
  input: unknown,
  output = '',
  ended: 'well' | 'badly' = 'well',
): readonly Told[] {
  return [
    { is: 'call', key, tool, input },
    { is: 'result', call: key, output, failed: ended === 'badly' },
  ];
}

export function read(key: string, path: string, output: string, ended?: 'badly'): readonly Told[] {
  return call(key, 'Read', { file_path: path }, output, ended);
}

export function edit(
  key: string,
  path: string,
  old: string,
  text: string,
  output = 'The file has been updated.',
  ended?: 'badly',
): readonly Told[] {
  return call(key, 'Edit', { file_path: path, old_string: old, new_string: text }, output, ended);
}

export function write(key: string, path: string, text: string): readonly Told[] {
  return call(key, 'Write', { file_path: path, content: text }, 'File created.');
}

export function run(key: string, command: string, output = '', ended?: 'badly'): readonly Told[] {
  return call(key, 'Bash', { command }, output, ended);
}

/** Calls of one message: all are made before the first of them comes back. */
export function together(message: string, ...calls: readonly (readonly Told[])[]): readonly Told[] {
  const all = calls.flat();
  return [
    ...all.filter(({ is }) => is === 'call').map((told) => ({ ...told, message })),
    ...all.filter(({ is }) => is !== 'call'),
  ];
}

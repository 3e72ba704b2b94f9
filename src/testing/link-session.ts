import { argumentsOf } from '../causal/text/arguments-of.ts';
import { createLinker } from '../causal/create-linker.ts';
import type { FoundCause } from '../causal/linker.ts';
import { readShown } from '../causal/text/shown.ts';
import type { Origin } from '../model/words.ts';
import { operationsOf } from '../normalise/operations/operations.ts';
import { parseCall } from '../normalise/parse-call.ts';

/** One thing a linker receives from a session. */
export type LinkerInput =
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
 * Feeds a session to a new linker and returns the causes it found for each call, in order. A call that was fed twice
 * is there twice.
 */
export function linkSession(
  session: readonly LinkerInput[],
): readonly { readonly key: string; readonly causes: readonly FoundCause[] }[] {
  const linker = createLinker();
  let folder: { readonly folder?: string } = {};
  return session.flatMap((each) => {
    switch (each.is) {
      case 'cwd':
        folder = { folder: each.path };
        return [];
      case 'prompt':
        linker.prompt(each);
        return [];
      case 'result':
        linker.result({ ...each, shown: readShown(each.output) });
        return [];
      case 'call': {
        const operations = operationsOf(parseCall(each.tool, each.input));
        return [
          {
            key: each.key,
            causes: linker.call({ ...each, ...folder, text: argumentsOf(each.input, operations), operations }),
          },
        ];
      }
    }
  });
}

/** Why the last call of a session was made. */
export function causesOfLast(...session: readonly (LinkerInput | readonly LinkerInput[])[]): readonly FoundCause[] {
  return linkSession(session.flat()).at(-1)!.causes;
}

export function prompt(key: string, text: string, origin: Origin = 'human'): LinkerInput {
  return { is: 'prompt', key, text, origin };
}

/** A call and what came back. */
export function call(
  key: string,
  tool: string,
  input: unknown,
  output = '',
  ended: 'well' | 'badly' = 'well',
): readonly LinkerInput[] {
  return [
    { is: 'call', key, tool, input },
    { is: 'result', call: key, output, failed: ended === 'badly' },
  ];
}

export function read(key: string, path: string, output: string, ended?: 'badly'): readonly LinkerInput[] {
  return call(key, 'Read', { file_path: path }, output, ended);
}

export function edit(
  key: string,
  path: string,
  old: string,
  text: string,
  output = 'The file has been updated.',
  ended?: 'badly',
): readonly LinkerInput[] {
  return call(key, 'Edit', { file_path: path, old_string: old, new_string: text }, output, ended);
}

export function write(key: string, path: string, text: string): readonly LinkerInput[] {
  return call(key, 'Write', { file_path: path, content: text }, 'File created.');
}

export function run(key: string, command: string, output = '', ended?: 'badly'): readonly LinkerInput[] {
  return call(key, 'Bash', { command }, output, ended);
}

/** Calls of one message: all are made before the first of them comes back. */
export function together(message: string, ...calls: readonly (readonly LinkerInput[])[]): readonly LinkerInput[] {
  const all = calls.flat();
  return [
    ...all.filter(({ is }) => is === 'call').map((each) => ({ ...each, message })),
    ...all.filter(({ is }) => is !== 'call'),
  ];
}

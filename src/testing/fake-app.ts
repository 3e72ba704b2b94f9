import { join } from 'node:path';
import type { App } from '../cli/app.ts';
import { execute } from '../cli/execute.ts';
import { openArchive } from './open-archive.ts';
import { quill } from './quill.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** An isolated command line: real store and files in `home`, captured streams, a fixed clock. */
export function fakeApp(
  home: string,
  overrides: Partial<App> = {},
  columns = 80,
): { readonly run: (...argv: string[]) => Promise<Ran> } {
  return {
    async run(...argv) {
      let out = '';
      let err = '';
      const stream = (keep: (text: string) => void) => ({
        isTerminal: false,
        columns,
        write: async (text: string | Uint8Array): Promise<void> =>
          void keep(typeof text === 'string' ? text : Buffer.from(text).toString('utf8')),
      });
      const app: App = {
        version: '0.0.0',
        machine: { home, env: { STEMMA_HOME: join(home, '.stemma') } },
        clock: () => Date.parse('2026-03-02T10:00:30Z'),
        out: stream((text) => (out += text)),
        err: stream((text) => (err += text)),
        question: undefined,
        input: undefined,
        story: join(home, 'story'),
        untilInterrupted: () => new AbortController().signal,
        openStore: ({ archive }, mode) => openArchive(archive, mode),
        sources: async () => [quill],
        ...overrides,
      };
      const code = await execute(argv, app);
      return { code, out, err };
    },
  };
}

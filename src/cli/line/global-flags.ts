import type { Flags } from './command.ts';

/** Flags every command takes, before or after its name. */
export const globalFlags = {
  json: { type: 'switch', summary: 'Answer with one JSON object (times in UTC)' },
  home: { type: 'text', value: 'DIR', summary: 'Where stemma keeps its state (STEMMA_HOME; ~/.stemma)' },
  db: {
    type: 'text',
    value: 'ARCHIVE',
    summary: 'The archive, when it is not in that folder: a file, or postgres://… (STEMMA_DB; `db` in config.json)',
  },
  demo: { type: 'switch', summary: 'Ask the built-in story instead of your own history' },
  raw: { type: 'switch', summary: 'Do not redact secrets' },
  'no-color': { type: 'switch', summary: 'No colours (also NO_COLOR)' },
  quiet: { type: 'switch', summary: 'Nothing on stderr but errors' },
  help: { type: 'switch', summary: 'Explain the command' },
} as const satisfies Flags;

/** Flags that take the next word, wherever they stand, so that the verb behind them is found. */
export const flagsBeforeVerb: Flags = {
  ...globalFlags,
  limit: { type: 'number', value: 'N', summary: 'At most this many' },
};

export const shortFlags: Readonly<Record<string, string>> = {
  h: 'help',
  q: 'quiet',
  n: 'limit',
  o: 'out',
  y: 'yes',
  V: 'version',
};

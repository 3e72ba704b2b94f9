import type { Flags } from './command.ts';

/** Flags every command takes, before or after its name. */
export const globalFlags = {
  json: { type: 'flag', summary: 'Answer with one JSON object (times in UTC)' },
  home: { type: 'text', placeholder: 'DIR', summary: 'Where stemma keeps its state (STEMMA_HOME; ~/.stemma)' },
  db: {
    type: 'text',
    placeholder: 'ARCHIVE',
    summary: 'The archive, when it is not in that folder: a file, or postgres://… (STEMMA_DB; `db` in config.json)',
  },
  demo: { type: 'flag', summary: 'Ask the built-in story instead of your own history' },
  raw: { type: 'flag', summary: 'Do not redact secrets' },
  'no-color': { type: 'flag', summary: 'No colours (also NO_COLOR)' },
  quiet: { type: 'flag', summary: 'Nothing on stderr but errors' },
  help: { type: 'flag', summary: 'Explain the command' },
} as const satisfies Flags;

/** Flags that take the next argument, so that the command's name is found behind them. */
export const flagsBeforeVerb: Flags = {
  ...globalFlags,
  limit: { type: 'integer', min: 1, placeholder: 'N', summary: 'At most this many' },
};

export const shortFlags: Readonly<Record<string, string>> = {
  h: 'help',
  q: 'quiet',
  n: 'limit',
  o: 'out',
  y: 'yes',
  V: 'version',
};

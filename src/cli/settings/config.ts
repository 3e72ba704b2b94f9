import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { budgetIn } from '../../ask/cost/budget.ts';
import { isShareRules, type ShareRules } from '../../live/push/share-rules.ts';
import { switchOf, type Switch } from '../../live/switch.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { nearest } from '../../platform/nearest.ts';

export interface Config {
  /** Patterns of paths and repositories that are never ingested. */
  readonly exclude: readonly string[];
  readonly workspace: string | undefined;
  /** The field of work of each repository, by its name. */
  readonly domains: Readonly<Record<string, string>>;
  /** The archive, when it is not the file in stemma's home. */
  readonly db: string | undefined;
  readonly embedding: EmbeddingConfig | undefined;
  /** Who judges sessions on request. */
  readonly judge: JudgeConfig | undefined;
  readonly advice: Switch;
  readonly resume: Switch;
  /** Which repositories may be sent to the team's server. */
  readonly share: ShareRules | undefined;
  /** Send what is new after each ingest, and while `watch` runs. */
  readonly push: boolean;
  /** Warnings that do not stop the command. */
  readonly warnings: readonly string[];
}

export interface JudgeConfig {
  /** A command, or the address of an endpoint. */
  readonly with: string;
  readonly model: string | undefined;
  readonly keyVariable: string | undefined;
}

export interface EmbeddingConfig {
  readonly url: string;
  readonly model: string;
  /** The environment variable that holds the key. */
  readonly keyVariable: string | undefined;
}

const known = [
  'exclude',
  'workspace',
  'domains',
  'db',
  'embedding',
  'judge',
  'advice',
  'resume',
  'budget',
  'share',
  'push',
];

/** `config.json` in stemma's home; a missing file counts as empty. */
export function readConfig(home: string): Config {
  const path = join(home, 'config.json');
  const text = textOf(path);
  if (text === undefined)
    return {
      exclude: [],
      workspace: undefined,
      domains: {},
      db: undefined,
      embedding: undefined,
      judge: undefined,
      advice: { on: true, off: [] },
      resume: { on: true, off: [] },
      share: undefined,
      push: false,
      warnings: [],
    };

  const value = parsed(path, text);
  const exclude = value['exclude'] ?? [];
  const workspace = value['workspace'];
  if (!isTexts(exclude)) throw badConfig(path, '`exclude` must be a list of patterns, such as ["**/private/**"].');
  if (workspace !== undefined && typeof workspace !== 'string') throw badConfig(path, '`workspace` must be a string.');
  const db = value['db'];
  if (db !== undefined && (typeof db !== 'string' || db === ''))
    throw badConfig(
      path,
      '`db` must be a file or the address of a PostgreSQL, such as "postgres://db.example.org/stemma".',
    );
  const asSwitch = (name: 'advice' | 'resume'): Switch => {
    const found = switchOf(value[name]);
    if (!found)
      throw badConfig(
        path,
        `\`${name}\` must be true, false, or name folders without it, such as {"off": ["/home/me/private"]}.`,
      );
    return found;
  };
  const [advice, resume] = [asSwitch('advice'), asSwitch('resume')];
  if (value['budget'] !== undefined && !budgetIn(value['budget']))
    throw badConfig(path, '`budget` must be an amount and a period, such as {"usd": 200, "per": "month"}.');
  const { share, push = false } = value;
  if (share !== undefined && !isShareRules(share))
    throw badConfig(
      path,
      '`share` must be "all", "none", or name repositories, such as {"shop": "team", "notes": "mine", "*": "none"}.',
    );
  if (typeof push !== 'boolean') throw badConfig(path, '`push` must be true or false.');
  const warnings = Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const meant = nearest(key, known);
      return `${path} has a key "${key}" that stemma does not know${meant ? `; did you mean "${meant}"?` : '.'}`;
    });
  return {
    exclude,
    workspace,
    domains: domainsOf(path, value['domains'] ?? {}),
    db,
    embedding: embeddingOf(path, value['embedding']),
    judge: judgeOf(path, value['judge']),
    advice,
    resume,
    share,
    push,
    warnings,
  };
}

function domainsOf(path: string, value: unknown): Readonly<Record<string, string>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && isTexts(Object.values(value)))
    return value as Readonly<Record<string, string>>;
  throw badConfig(path, '`domains` must name the field of each repository, such as {"shop": "payments"}.');
}

function embeddingOf(path: string, value: unknown): EmbeddingConfig | undefined {
  if (value === undefined) return undefined;
  const { url, model, key_variable: keyVariable } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isFit =
    typeof url === 'string' &&
    /^https?:\/\//.test(url) &&
    URL.canParse(url) &&
    typeof model === 'string' &&
    (keyVariable === undefined || typeof keyVariable === 'string');
  if (!isFit)
    throw badConfig(
      path,
      '`embedding` must name an endpoint, such as {"url": "http://localhost:11434/api/embed", "model": "all-minilm"}; `key_variable` names the environment variable with its key.',
    );
  return { url, model, keyVariable };
}

function judgeOf(path: string, value: unknown): JudgeConfig | undefined {
  if (value === undefined) return undefined;
  const { with: command, model, key_variable: keyVariable } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isText = (each: unknown): each is string | undefined => each === undefined || typeof each === 'string';
  if (typeof command !== 'string' || command.trim() === '' || !isText(model) || !isText(keyVariable))
    throw badConfig(
      path,
      '`judge` must name a program or an endpoint, such as {"with": "ollama run llama3.3"} or {"with": "http://localhost:11434/v1", "model": "llama3.3"}; `key_variable` names the environment variable with its key.',
    );
  return { with: command, model, keyVariable };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw badConfig(path, `It cannot be read (${(cause as NodeJS.ErrnoException).code}).`, cause);
  }
}

function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badConfig(path, `It is not JSON: ${(cause as Error).message}.`, cause);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw badConfig(path, 'It must hold one JSON object.');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function badConfig(path: string, hint: string, cause?: unknown): StemmaError {
  return new StemmaError('bad-config', `The configuration ${path} cannot be used.`, { hint, cause });
}

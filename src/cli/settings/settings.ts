import { join, resolve } from 'node:path';
import type { ShareRules } from '../../live/push/share-rules.ts';
import type { Switch } from '../../live/switch.ts';
import type { Endpoint } from '../../memory/embed/endpoint.ts';
import { stemmaHome } from '../../platform/stemma-home.ts';
import type { Machine } from '../../sources/source.ts';
import { archiveAddress } from '../../store/archive-address.ts';
import type { Input } from '../line/command.ts';
import { readConfig } from './config.ts';
import type { EmbeddingConfig, JudgeConfig } from './config.ts';

/** Settings from flags, environment and config.json, in this order of precedence. */
export interface Settings {
  /** Folder of this run's store; below `base` for the demo. */
  readonly home: string;
  readonly base: string;
  /** The archive: a file, or the address of a PostgreSQL database with its password. */
  readonly archive: string;
  readonly isDemo: boolean;
  readonly workspace: string;
  readonly exclude: readonly string[];
  /** The field of work of each repository, by its name. */
  readonly domains: Readonly<Record<string, string>>;
  /** Endpoint for vectors, instead of the built-in table. */
  readonly embedding: Endpoint | undefined;
  /** Who judges sessions, where config.json names somebody. */
  readonly judge: JudgeConfig | undefined;
  /** Where hooks may give advice. */
  readonly advice: Switch;
  /** Where hooks may add a summary of unfinished work. */
  readonly resume: Switch;
  /** Which repositories may be sent to the team's server. */
  readonly share: ShareRules | undefined;
  /** Send what is new after each ingest, and while `watch` runs. */
  readonly push: boolean;
  readonly warnings: readonly string[];
  readonly json: boolean;
  readonly raw: boolean;
  readonly quiet: boolean;
  readonly colour: boolean;
}

export function settingsOf(flags: Input['flags'], { home, env }: Machine, isTerminal: boolean): Settings {
  const named = textOf(flags['home']);
  const base = named ? resolve(named) : stemmaHome({ home, env });
  const isDemo = flags['demo'] === true;
  const config = readConfig(base);
  return {
    base,
    home: isDemo ? join(base, 'demo') : base,
    archive: isDemo ? demoArchive(base) : archiveOf(flags, env, config.db, base),
    isDemo,
    workspace: textOf(flags['workspace']) || env['STEMMA_WORKSPACE'] || config.workspace || 'local',
    exclude: isDemo ? [] : config.exclude,
    domains: isDemo ? {} : config.domains,
    embedding: config.embedding && endpointOf(config.embedding, env),
    judge: config.judge,
    advice: config.advice,
    resume: config.resume,
    share: config.share,
    push: config.push && !isDemo,
    warnings: config.warnings,
    json: flags['json'] === true,
    raw: flags['raw'] === true,
    quiet: flags['quiet'] === true,
    colour: isTerminal && flags['no-color'] !== true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  };
}

/** The demo has its own archive, never a team's. */
export function demoArchive(base: string): string {
  return join(base, 'demo', 'stemma.db');
}

function archiveOf(flags: Input['flags'], env: Machine['env'], configured: string | undefined, base: string): string {
  const named = textOf(flags['db']);
  if (named !== undefined) return archiveAddress(named, '--db');
  if (env['STEMMA_DB']) return archiveAddress(env['STEMMA_DB'], 'STEMMA_DB');
  return configured === undefined ? join(base, 'stemma.db') : archiveAddress(configured, '`db` in config.json', base);
}

/** The key stays in the environment, because config.json is backed up and shared. */
function endpointOf({ url, model, keyVariable }: EmbeddingConfig, env: Machine['env']): Endpoint {
  const key = keyVariable ? env[keyVariable] : undefined;
  return { url, model, ...(key ? { key } : {}) };
}

function textOf(value: Input['flags'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

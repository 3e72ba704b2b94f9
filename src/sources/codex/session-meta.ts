import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { SessionPatch } from '../source.ts';
import type { Page } from './page.ts';
import { beginTurn } from './turns.ts';

/** Said once, when the thread begins; a resume does not say it again. */
export function sessionMeta(page: Page, payload: JsonObject): void {
  const git = object(payload['git']);
  const version = name(payload['cli_version']);
  const cwd = name(payload['cwd']);
  if (version) page.memory.version = version;
  if (cwd) page.memory.cwd = cwd;
  if (name(payload['forked_from_id'])) page.memory.inheritsTotals = true;
  patch(page, { cwd, branch: name(git['branch']), repo: repoOf(text(git['repository_url'])), agentVersion: version });
}

/** Each turn, and again after a compaction: where it runs, and on which model. */
export function turnContext(page: Page, payload: JsonObject): void {
  const { memory } = page;
  const id = name(payload['turn_id']);
  if (id) beginTurn(memory, id);
  const cwd = name(payload['cwd']);
  const model = name(payload['model']);
  patch(page, { cwd: cwd === memory.cwd ? undefined : cwd, model: model === memory.model ? undefined : model });
  if (cwd) memory.cwd = cwd;
  if (model) memory.model = model;
}

export function threadNamed(page: Page, payload: JsonObject): void {
  patch(page, { customTitle: name(payload['thread_name']) });
}

function patch(page: Page, facts: { readonly [Field in keyof SessionPatch]?: SessionPatch[Field] | undefined }): void {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (given.length > 0) page.sessions.push({ uid: page.session, ...Object.fromEntries(given) });
}

/** `git@host:owner/name.git` or `https://user:secret@host/owner/name`: owner and name, and never the credentials. */
export function repoOf(url: string | undefined): string | undefined {
  const path = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:]+:)(.+?)(?:\.git)?\/?$/.exec(url ?? '')?.[1];
  return path?.includes('/') && !path.includes('@') ? path : undefined;
}

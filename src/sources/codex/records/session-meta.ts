import { name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { CodexContext } from './memory.ts';
import { beginTurn } from './turns.ts';

/** Recorded once, when the thread begins; a resume does not repeat it. */
export function sessionMeta(context: CodexContext, payload: JsonObject): void {
  const git = object(payload['git']);
  const version = name(payload['cli_version']);
  const cwd = name(payload['cwd']);
  if (version) context.memory.version = version;
  if (cwd) context.memory.cwd = cwd;
  if (name(payload['forked_from_id'])) context.memory.inheritsTotals = true;
  context.patch({ cwd, branch: name(git['branch']), repo: repoOf(text(git['repository_url'])), agentVersion: version });
}

/** Each turn, and again after a compaction: where it runs, and on which model. */
export function turnContext(context: CodexContext, payload: JsonObject): void {
  const id = name(payload['turn_id']);
  if (id) beginTurn(context.memory, id);
  context.patchChanged({ cwd: name(payload['cwd']), model: name(payload['model']) });
}

export function threadNamed(context: CodexContext, payload: JsonObject): void {
  context.patch({ customTitle: name(payload['thread_name']) });
}

/** `git@host:owner/name.git` or `https://user:secret@host/owner/name`: owner and name, and never the credentials. */
export function repoOf(url: string | undefined): string | undefined {
  const path = /^(?:[a-z+]+:\/\/[^/]+\/|[^/:]+:)(.+?)(?:\.git)?\/?$/.exec(url ?? '')?.[1];
  return path?.includes('/') && !path.includes('@') ? path : undefined;
}

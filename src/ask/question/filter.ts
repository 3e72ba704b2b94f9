import { resolve } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { nearest } from '../../platform/nearest.ts';
import type { Source } from '../../sources/source.ts';
import type { QuestionContext } from './question.ts';

interface Filter {
  readonly agent?: string;
  readonly repo?: string;
}

/** The input as the store is asked: an agent by the name of its source, a folder by its whole path. */
export async function filterOf<F extends Filter>(
  context: Pick<QuestionContext, 'read' | 'sources' | 'folder'>,
  input: F,
): Promise<Omit<F, 'agent'> & { readonly source?: string }> {
  const { agent, ...rest } = input;
  return {
    ...rest,
    ...(agent !== undefined && { source: await sourceName(context, agent) }),
    ...(rest.repo !== undefined && { repo: repoNamed(rest.repo, context.folder) }),
  };
}

/**
 * The source people mean by its name or by its flavor: `claude` is claude-code. One that only the archive knows is
 * taken too: its reader may be gone.
 */
async function sourceName(
  { read, sources }: Pick<QuestionContext, 'read' | 'sources'>,
  agent: string,
): Promise<string> {
  const known = await sources();
  const found = known.find((source) => isNamed(source, agent));
  if (found) return found.name;
  const kept = await read.sessions({ source: agent }, { limit: 1, offset: 0 });
  if (kept.total > 0) return agent;
  throw unknownAgent(agent, known);
}

/** The reader of an agent, by its name or its flavor. */
export function sourceNamed(known: readonly Source[], agent: string): Source {
  const found = known.find((source) => isNamed(source, agent));
  if (found) return found;
  throw unknownAgent(agent, known);
}

function isNamed({ name, flavor }: Source, agent: string): boolean {
  return name === agent || flavor === agent;
}

function unknownAgent(agent: string, known: readonly Source[]): StemmaError {
  const names = known.map(({ name }) => name);
  const closest = nearest(agent, names);
  return new StemmaError(
    'bad-argument',
    `There is no agent "${agent}"${closest ? `; did you mean ${closest}?` : '.'}`,
    {
      hint: `Agents: ${names.join(', ')}.`,
    },
  );
}

/** A repository as the store knows it: a name, or a folder's whole path. What looks like a path is one. */
export function repoNamed(repo: string, folder: string): string {
  return /^(?:\.{0,2}\/|\.{1,2}$)/.test(repo) ? resolve(folder, repo) : repo;
}

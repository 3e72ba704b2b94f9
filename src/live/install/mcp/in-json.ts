import { added, removed } from '../json/edit-jsonc.ts';
import { memberOf, parseJsonc } from '../json/parse-jsonc.ts';
import type { ObjectNode } from '../json/parse-jsonc.ts';
import { UnexpectedShape } from '../merge-hooks.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The settings with this server after the others; every other byte stays. */
export function withServer(text: string, under: string, name: string, entry: Entry): string {
  const root = rootOf(text);
  const servers = serversOf(root, under);
  return servers ? added(text, servers, entry, name) : added(text, root, { [name]: entry }, under);
}

/**
 * The settings without it. Empty parents are removed too, unless they were there before us: `before` is what the
 * settings held then, if known.
 */
export function withoutServer(text: string, under: string, name: string, before: string | undefined): string {
  const root = rootOf(text);
  const servers = serversOf(root, under);
  const ours = servers && memberOf(servers, name);
  if (!servers || !ours) return text;
  const wasThere = before !== undefined && serversOf(rootOf(before), under) !== undefined;
  if (servers.children.length > 1 || wasThere) return removed(text, servers, ours);
  return removed(text, root, memberOf(root, under)!);
}

/** The server's entry as it is written; undefined when it is not there. */
export function serverIn(text: string, under: string, name: string): string | undefined {
  const servers = serversOf(rootOf(text), under);
  const found = servers && memberOf(servers, name)?.node;
  return found && text.slice(found.start, found.end);
}

function rootOf(text: string): ObjectNode {
  const root = parseJsonc(text.trim() === '' ? '{}' : text);
  if (root.kind !== 'object') throw new UnexpectedShape('it does not hold one JSON object');
  return root;
}

function serversOf(root: ObjectNode, under: string): ObjectNode | undefined {
  const servers = memberOf(root, under)?.node;
  if (servers && servers.kind !== 'object') throw new UnexpectedShape(`"${under}" in it is not an object`);
  return servers;
}

import { isDeepStrictEqual } from 'node:util';
import { added, removed } from '../json/edit-jsonc.ts';
import { memberOf, parseJsonc, valueOf } from '../json/parse-jsonc.ts';
import type { ObjectNode } from '../json/parse-jsonc.ts';
import { UnexpectedShape } from '../merge-hooks.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The settings with this server; every other byte stays. One of the same name that says something else is replaced. */
export function withServer(text: string, under: string, name: string, entry: Entry): string {
  const known = serversOf(rootOf(text), under);
  const existing = known && memberOf(known, name);
  if (existing && isDeepStrictEqual(valueOf(existing.node), { ...entry })) return text;
  const without = existing ? removed(text, known, existing) : text;
  const root = rootOf(without);
  const servers = serversOf(root, under);
  return servers ? added(without, servers, entry, name) : added(without, root, { [name]: entry }, under);
}

/** The settings without it. What would be left empty goes too, unless it was there before us; undefined when nothing is left that was. */
export function withoutServer(text: string, under: string, name: string, before: string | undefined): string | undefined {
  const root = rootOf(text);
  const servers = serversOf(root, under);
  const ours = servers && memberOf(servers, name);
  if (!servers || !ours) return text;
  const wasThere = before !== undefined && serversOf(rootOf(before), under) !== undefined;
  if (servers.children.length > 1 || wasThere) return removed(text, servers, ours);
  if (before === undefined && root.children.length === 1) return undefined;
  return removed(text, root, memberOf(root, under)!);
}

/** What is said of the server; undefined when it is not there. */
export function serverIn(text: string, under: string, name: string): unknown {
  const servers = serversOf(rootOf(text), under);
  const found = servers && memberOf(servers, name);
  return found && valueOf(found.node);
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

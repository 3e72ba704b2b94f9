import { isDeepStrictEqual } from 'node:util';
import type { HookGroup } from '../../sources/agent/install.ts';
import { added, removed } from './json/edit-jsonc.ts';
import { memberOf, parseJsonc, valueOf } from './json/parse-jsonc.ts';
import type { ArrayNode, Element, Node, ObjectNode } from './json/parse-jsonc.ts';

type Groups = Readonly<Record<string, HookGroup>>;
/** Whether a handler's command is ours. */
export type IsOurs = (command: unknown) => boolean;

/** The settings have an unknown shape, and are left alone. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
}

/** The settings with our hooks after the existing ones of each event. Nothing else changes. */
export function withHooks(text: string, groups: Groups): string {
  const root = rootOf(text);
  const hooks = memberOf(root, 'hooks');
  if (!hooks)
    return added(
      text,
      root,
      Object.fromEntries(Object.entries(groups).map(([event, group]) => [event, [group]])),
      'hooks',
    );

  let longer = text;
  for (const [event, group] of Object.entries(groups)) {
    const all = hooksOf(rootOf(longer))!;
    const list = memberOf(all, event)?.node;
    if (list && list.kind !== 'array') throw new UnexpectedShape(`"hooks.${event}" in it is not a list`);
    longer = list ? added(longer, list, group) : added(longer, all, [group], event);
  }
  return longer;
}

/**
 * The settings without our hooks. Empty parents are removed too, unless they were there before us: `before` is what the
 * settings held then, if known.
 */
export function withoutHooks(text: string, isOurs: IsOurs, before?: unknown): string {
  for (let rest = text; ;) {
    const found = firstOfOurs(rootOf(rest), isOurs, before);
    if (!found) return rest;
    rest = removed(rest, found.from, found.child);
  }
}

/** Our handlers that are in the settings, by event. */
export function oursIn(text: string, isOurs: IsOurs): Readonly<Record<string, readonly unknown[]>> {
  const events = hooksOf(rootOf(text))?.children ?? [];
  return Object.fromEntries(
    events
      .map(
        ({ key, node }) =>
          [
            key,
            groupsIn(node).flatMap(({ handlers }) =>
              handlersIn(handlers)
                .filter(({ command }) => isOurs(command))
                .map(({ child }) => valueOf(child.node)),
            ),
          ] as const,
      )
      .filter(([, handlers]) => handlers.length > 0),
  );
}

/** Whether exactly these hooks of ours are there already, in any place. */
export function hasExactly(text: string, groups: Groups, isOurs: IsOurs): boolean {
  const wanted = Object.fromEntries(Object.entries(groups).map(([event, { hooks }]) => [event, hooks]));
  return isDeepStrictEqual({ ...oursIn(text, isOurs) }, wanted);
}

/** The plain settings. */
export function settingsIn(text: string): Readonly<Record<string, unknown>> {
  return valueOf(rootOf(text)) as Readonly<Record<string, unknown>>;
}

interface Found {
  readonly from: ObjectNode | ArrayNode;
  readonly child: Element;
}

/** The first handler of ours, or the largest node around it that holds nothing else. */
function firstOfOurs(root: ObjectNode, isOurs: IsOurs, before: unknown): Found | undefined {
  const holder = memberOf(root, 'hooks');
  const all = hooksOf(root);
  if (!holder || !all) return undefined;
  const earlier = (before as { hooks?: Readonly<Record<string, unknown>> } | undefined)?.hooks;
  for (const event of all.children) {
    for (const { list, group, handlers } of groupsIn(event.node)) {
      const ours = handlersIn(handlers).find(({ command }) => isOurs(command));
      if (!ours) continue;
      if (handlers.children.length > 1) return { from: handlers, child: ours.child };
      if (list.children.length > 1 || earlier?.[event.key] !== undefined) return { from: list, child: group };
      if (all.children.length > 1 || earlier !== undefined) return { from: all, child: event };
      return { from: root, child: holder };
    }
  }
  return undefined;
}

function groupsIn(node: Node): { readonly list: ArrayNode; readonly group: Element; readonly handlers: ArrayNode }[] {
  if (node.kind !== 'array') return [];
  return node.children.flatMap((group) => {
    const handlers = memberOf(group.node, 'hooks')?.node;
    return handlers?.kind === 'array' ? [{ list: node, group, handlers }] : [];
  });
}

function handlersIn(list: ArrayNode): { readonly child: Element; readonly command: unknown }[] {
  return list.children.map((child) => {
    const command = memberOf(child.node, 'command');
    return { child, command: command && valueOf(command.node) };
  });
}

function rootOf(text: string): ObjectNode {
  const root = parseJsonc(text);
  if (root.kind !== 'object') throw new UnexpectedShape('it does not hold one JSON object');
  return root;
}

function hooksOf(root: ObjectNode): ObjectNode | undefined {
  const hooks = memberOf(root, 'hooks')?.node;
  if (hooks && hooks.kind !== 'object') throw new UnexpectedShape('"hooks" in it is not an object');
  return hooks;
}

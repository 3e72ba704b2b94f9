import { hash } from 'node:crypto';

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** `<flavor>:<native id>`, a sub-agent `<flavor>:<native id>/<agent id>`. */
export type SessionUid = Branded<string, 'session'>;
/**
 * `ev_<event part><tree part>`: the event part first, so that short prefixes are unique; the tree part, so that any
 * id can be routed.
 */
export type EventId = Branded<string, 'event'>;
/** `ch_…`: the id of a mined failure has the digits of its failing step's id. */
export type ChainId = Branded<string, 'chain'>;
/** `iv_…`: the id of a mined use has the digits of its prompt's or call's id. */
export type InvocationId = Branded<string, 'invocation'>;
/**
 * The keys of the store: 53 bits of SHA-256, a plain number in JavaScript and eight bytes on disk. Ids depend on what
 * was read, never on when: importing the same file twice yields the same keys.
 */
export type Key = number;

/** Where an event lives: its own key and that of the tree it is stored under. */
export interface EventRef {
  readonly tree: Key;
  readonly event: Key;
}

export function sessionUid(flavor: string, nativeId: string): SessionUid {
  return `${flavor}:${nativeId}` as SessionUid;
}

export function flavorOf(uid: string): string {
  return uid.slice(0, Math.max(0, uid.indexOf(':')));
}

export function sessionKey(uid: SessionUid): Key {
  return keyOf(uid);
}

/** The key a tree is stored under is the key of its root session. */
export function treeKey(root: SessionUid): Key {
  return keyOf(root);
}

/** `key` names the event inside its session: the agent's record id, or the line's hash where there is none. */
export function eventKey(session: SessionUid, key: string): Key {
  // NUL cannot occur in a uid, so ("a", "bc") and ("ab", "c") never collide.
  return keyOf(`${session}\0${key}`);
}

/** `response` is the agent's own name of it, the same in every session that copied it. */
export function responseKey(session: SessionUid, response: string): Key {
  return keyOf(`${flavorOf(session)}\0${response}`);
}

export function eventId({ tree, event }: EventRef): EventId {
  return idOf('ev_', event, tree) as EventId;
}

export interface ChainRef {
  readonly tree: Key;
  readonly chain: Key;
}

export function chainId({ tree, chain }: ChainRef): ChainId {
  return idOf('ch_', chain, tree) as ChainId;
}

export function chainRef(text: string): ChainRef | undefined {
  const ref = refOf(text, 'ch_');
  return ref && { tree: ref.tree, chain: ref.event };
}

export interface InvocationRef {
  readonly tree: Key;
  readonly invocation: Key;
}

export function invocationId({ tree, invocation }: InvocationRef): InvocationId {
  return idOf('iv_', invocation, tree) as InvocationId;
}

export function invocationRef(text: string): InvocationRef | undefined {
  const ref = refOf(text, 'iv_');
  return ref && { tree: ref.tree, invocation: ref.event };
}

/** `fx_…`: the id of a manual attempt, which is not an event. */
export function fixId(ref: EventRef): string {
  return eventId(ref).replace('ev_', 'fx_');
}

/** The reference of a mined attempt (named by its step) or a manual one. */
export function attemptRef(text: string): EventRef | undefined {
  return refOf(text, 'fx_') ?? refOf(text, 'ev_');
}

/** The tree of manual failures that belong to no session. */
export function workspaceTree(workspace: string): Key {
  // No flavor is empty, so no session has this tree.
  return keyOf(`:${workspace}`);
}

/** The reference a complete id stands for; undefined when `text` is not a complete id. */
export function eventRef(text: string): EventRef | undefined {
  return refOf(text, 'ev_');
}

function refOf(text: string, prefix: string): EventRef | undefined {
  if (text.length !== 3 + 2 * width || !text.startsWith(prefix)) return undefined;
  const event = fromBase32(text.slice(3, 3 + width));
  const tree = fromBase32(text.slice(3 + width));
  return event === undefined || tree === undefined ? undefined : { tree, event };
}

/**
 * Event keys that print with this prefix: from `low` up to, but without, `high`. Undefined when it cannot be a prefix
 * of an id.
 */
export function eventKeyRange(prefix: string): { readonly low: Key; readonly high: Key } | undefined {
  return keyRange(prefix, 'ev_');
}

export function chainKeyRange(prefix: string): { readonly low: Key; readonly high: Key } | undefined {
  return keyRange(prefix, 'ch_');
}

function keyRange(prefix: string, kind: string): { readonly low: Key; readonly high: Key } | undefined {
  if (!prefix.startsWith(kind)) return undefined;
  const digits = prefix.slice(3, 3 + width);
  const low = fromBase32(digits.padEnd(width, alphabet[0]));
  if (low === undefined) return undefined;
  return { low, high: Math.min(low + 32 ** (width - digits.length), 2 ** 53) };
}

/** 53 bits of SHA-256 as a safe integer. */
export function keyOf(text: string): Key {
  // Hex, because a Buffer for every key costs twice as much as reading two numbers.
  const digest = hash('sha256', text, 'hex');
  return Number.parseInt(digest.slice(0, 12), 16) * 32 + (Number.parseInt(digest.slice(12, 14), 16) >> 3);
}

// Crockford's digits without i, l, o and u: nothing to misread, sorts like the number.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const width = 11;

const digits = Uint8Array.from(alphabet, (digit) => digit.charCodeAt(0));

/**
 * Written into one buffer and read in one piece: joining strings takes three times as long and as much memory, and an
 * answer may hold ten thousand ids.
 */
function idOf(prefix: 'ev_' | 'ch_' | 'iv_', key: Key, tree: Key): string {
  id.write(prefix, 'latin1');
  writeDigits(key, prefix.length);
  writeDigits(tree, prefix.length + width);
  return id.toString('latin1');
}

const id = Buffer.alloc(3 + 2 * width);

/** In whole 32-bit numbers. */
function writeDigits(value: number, at: number): void {
  const high = Math.floor(value / 2 ** 25);
  const low = value - high * 2 ** 25;
  id[at] = digits[high >>> 25]!;
  for (let digit = 1; digit <= 5; digit++) id[at + digit] = digits[(high >>> (25 - 5 * digit)) & 31]!;
  for (let digit = 0; digit < 5; digit++) id[at + 6 + digit] = digits[(low >>> (20 - 5 * digit)) & 31]!;
}

function fromBase32(text: string): number | undefined {
  let value = 0;
  for (const digit of text) {
    const at = alphabet.indexOf(digit);
    if (at < 0) return undefined;
    value = value * 32 + at;
  }
  return Number.isSafeInteger(value) ? value : undefined;
}

import {
  basicAuth,
  bearer,
  commandPassword,
  cookie,
  kubernetesSecret,
  linkSignature,
  pemBlock,
  pgpass,
  storedAuth,
  urlPassword,
} from './redact/framed.ts';
import { labelled, labelledKind } from './redact/labelled.ts';
import type { Rule, Span } from './redact/rule.ts';
import { airtableToken, discordToken, jwt, keysMarkedWithin, telegramToken, vendorKeys } from './redact/vendor-keys.ts';
import { type WordFinder, wordFinder } from './redact/word-finder.ts';

/**
 * The text with every secret replaced by `[redacted:<kind>]`. Linear in the text and never throws; redacting twice
 * changes nothing more. Hashes, ids, ordinary base64 and placeholders come through untouched: see redact.test.ts.
 */
export function redact(text: string): string {
  let redacted = redactOnce(text);
  // Text beside a secret can become recognizable as one only now; three rounds settle every known case.
  for (let before = text, round = 0; redacted !== before && round < 4; round++) {
    before = redacted;
    redacted = redactOnce(redacted);
  }
  return redacted;
}

/**
 * The same for a JSON value: every string in it, and values whose key names a secret (`{"password": "…"}`). Returns the
 * value itself when nothing was replaced.
 */
export function redactJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  // Deeper than any agent writes; following it would end in a stack overflow.
  if (depth > 500) return '[redacted:too-deep]';
  return Array.isArray(value) ? redactList(value, depth) : redactObject(value as Record<string, unknown>, depth);
}

const rules: readonly Rule[] = [
  pemBlock,
  urlPassword,
  bearer,
  basicAuth,
  storedAuth,
  cookie,
  kubernetesSecret,
  linkSignature,
  commandPassword,
  pgpass,
  telegramToken,
  ...keysMarkedWithin,
  airtableToken,
  discordToken,
  jwt,
  ...vendorKeys,
  labelled,
];
const ruleOfWord = rules.flatMap((rule) => rule.words.map((word) => ({ rule, length: word.length })));
/** Built on first use: it takes longer than many commands. */
let finder: WordFinder | undefined;

function redactOnce(text: string): string {
  const spans: Span[] = [];
  finder ??= wordFinder(rules.flatMap((rule) => rule.words));
  finder.scan(text, (word, end) => {
    const { rule, length } = ruleOfWord[word]!;
    const span = rule.look(text, end - length, end);
    if (span === undefined || span.start < (spans.at(-1)?.end ?? 0)) return end;
    spans.push(span);
    return span.end;
  });
  if (spans.length === 0) return text;

  let redacted = '';
  let from = 0;
  for (const { start, end, kind } of spans) {
    redacted += `${text.slice(from, start)}[redacted:${kind}]`;
    from = end;
  }
  return redacted + text.slice(from);
}

function redactList(list: readonly unknown[], depth: number): readonly unknown[] {
  let changed = false;
  const redacted = list.map((item, index) => {
    const flag = list[index - 1];
    const isArgument = typeof item === 'string' && typeof flag === 'string' && /^--?\w/.test(flag);
    const replaced = isArgument ? redactLabelled(flag, item) : redactJson(item, depth + 1);
    changed ||= replaced !== item;
    return replaced;
  });
  return changed ? redacted : list;
}

function redactObject(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  const redacted: [string, unknown][] = [];
  let changed = false;
  // `{"name": "DB_PASSWORD", "value": "…"}`, as containers are configured.
  const name = object['name'] ?? object['key'] ?? object['Name'] ?? object['Key'];
  for (const [key, item] of Object.entries(object)) {
    const label = typeof name === 'string' && /^value$/i.test(key) ? name : key;
    const replaced = typeof item === 'string' ? redactLabelled(label, item) : redactJson(item, depth + 1);
    const replacedKey = redact(key);
    changed ||= replaced !== item || replacedKey !== key;
    redacted.push([replacedKey, replaced]);
  }
  return changed ? Object.fromEntries(redacted) : object;
}

function redactLabelled(label: string, value: string): string {
  const text = redact(value);
  if (text !== value || label.length > 80) return text;
  const kind = labelledKind(label, value);
  return kind === undefined ? value : `[redacted:${kind}]`;
}

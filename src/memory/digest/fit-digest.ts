import type { Digest, Listed } from '../../model/digest.ts';

/**
 * Leaves out of a long digest what says least of how the session went, until it takes little more than a kilobyte in the
 * store. Totals still count what is left out.
 */
export function fitDigest(digest: Digest, maxLength: number = longest): Digest {
  let fitted = digest;
  for (const shorten of steps) {
    if (JSON.stringify(fitted).length <= maxLength) break;
    fitted = shorten(fitted);
  }
  return fitted;
}

/** In characters of JSON: the store keeps a character of it in a third of a byte. */
const longest = 4_400;

const steps: readonly ((digest: Digest) => Digest)[] = [
  (digest) => ({
    ...digest,
    commands: first(digest.commands, 3),
    errors: first(digest.errors, 3),
    files: first(digest.files, 6),
    skills: first(digest.skills, 4),
    subagents: first(digest.subagents, 3),
  }),
  (digest) => ({
    ...digest,
    decisions: shortTexts(digest.decisions, 120),
    findings: shortTexts(digest.findings ?? none, 120),
    delivered: shortTexts(first(digest.delivered, 3), 100),
    left_open: shortTexts(digest.left_open, 120),
    errors: { ...digest.errors, items: digest.errors.items.map((each) => ({ ...each, sample: cut(each.sample, 80) })) },
  }),
  (digest) => ({
    ...digest,
    commands: first(digest.commands, 2),
    errors: first(digest.errors, 2),
    files: first(digest.files, 4),
    left_open: first(digest.left_open, 5),
    decisions: first(digest.decisions, 5),
    findings: first(digest.findings ?? none, 4),
  }),
  (digest) => ({
    ...digest,
    asks: {
      ...first(digest.asks, 4),
      items: digest.asks.items
        .slice(0, 4)
        .map((ask) => ({ ...ask, ...(ask.answer !== undefined && { answer: cut(ask.answer, 90) }) })),
    },
    last_messages: (digest.last_messages ?? []).slice(0, 2),
  }),
  (digest) => ({
    ...digest,
    decisions: shortTexts(first(digest.decisions, 4), 100),
    findings: shortTexts(first(digest.findings ?? none, 3), 100),
    left_open: shortTexts(first(digest.left_open, 4), 90),
    skills: first(digest.skills, 3),
    subagents: first(digest.subagents, 2),
  }),
];

const none = { total: 0, items: [] };

function first<Item>({ total, items }: Listed<Item>, maxItems: number): Listed<Item> {
  return { total, items: items.slice(0, maxItems) };
}

function shortTexts<Item extends { readonly text: string }>(
  { total, items }: Listed<Item>,
  maxLength: number,
): Listed<Item> {
  return { total, items: items.map((item) => ({ ...item, text: cut(item.text, maxLength) })) };
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

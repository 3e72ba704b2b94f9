import type { Draft, Identity, Link, Reading, RecordedCause, SessionPatch, What } from './source.ts';

/**
 * The readings of a file, one line per transcript line, for review: ids and long texts are cut, runs of plain `state`
 * are folded.
 */
export function renderReadings(name: string, identity: Identity, readings: readonly Reading[]): string {
  const out = [`== ${short(name)}`, `   ${identityOf(identity)}`];
  for (let index = 0; index < readings.length; index++) {
    const last = endOfPlainRun(readings, index);
    if (last > index) {
      out.push(`${index + 1}-${last + 1} ${readings[index]!.disposition}`);
      index = last;
      continue;
    }
    out.push(...renderReading(readings[index]!, index + 1, identity));
  }
  return out.join('\n') + '\n';
}

function endOfPlainRun(readings: readonly Reading[], from: number): number {
  let last = from;
  while (
    isPlain(readings[last]) &&
    isPlain(readings[last + 1]) &&
    readings[last]!.disposition === readings[last + 1]!.disposition
  )
    last++;
  return last;
}

function isPlain(reading: Reading | undefined): boolean {
  return reading !== undefined && Object.keys(reading).length === 1;
}

function renderReading(reading: Reading, number: number, identity: Identity): string[] {
  const unknown = reading.unknown
    ? ` unknown ${reading.unknown.kind} (${reading.unknown.version ?? 'no version'})`
    : '';
  return [
    `${number} ${reading.disposition}${unknown}${reading.reason ? ` ${reading.reason}` : ''}`,
    ...(reading.drafts ?? []).map((draft) => `    ${draftOf(draft, identity)}`),
    ...(reading.links ?? []).map((link) => `    ~ ${linkOf(link)}`),
    ...(reading.sessions ?? []).map((patch) => `    = ${patchOf(patch, identity)}`),
    ...(reading.titles ?? []).map(
      ({ native, title }) => `    = title of the session with ${short(native)}: ${clip(title)}`,
    ),
  ];
}

function identityOf({ session, root, parent, begun }: Identity): string {
  const call = parent?.call ? ` by ${short(parent.call)}` : '';
  const before = parent?.beforeLine ? ` before line ${parent.beforeLine}` : '';
  return [
    short(session),
    root && root !== session ? `root ${short(root)}` : '',
    parent ? `${parent.relation} of ${short(parent.uid)}${call}${before}` : '',
    begun === undefined ? '' : `begun ${new Date(begun).toISOString()}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function draftOf(draft: Draft, identity: Identity): string {
  const { tokens } = draft;
  return [
    draft.session === identity.session ? '' : `[${short(draft.session)}]`,
    short(draft.key),
    whatOf(draft.what),
    draft.native === undefined || draft.native === draft.key ? '' : `native ${short(draft.native)}`,
    draft.parent === undefined ? '' : `parent ${short(draft.parent)}`,
    draft.parentId === undefined ? '' : `parent ${draft.parentId}`,
    ...(draft.causes ?? []).map(causeOf),
    draft.isStep ? 'step' : '',
    draft.type === undefined ? '' : `logged as ${clip(draft.type)}`,
    draft.turn === undefined || draft.turn === draft.key ? '' : `turn ${short(draft.turn)}`,
    tokens
      ? `tokens ${tokens.input}+${tokens.cache_read}r+${tokens.cache_write}w${tokens.cache_write_1h ? `(${tokens.cache_write_1h} for an hour)` : ''}>${tokens.output}`
      : '',
    draft.model === undefined ? '' : `by ${draft.model}`,
    draft.usd === undefined ? '' : `$${draft.usd}`,
    draft.durationMs === undefined ? '' : `${draft.durationMs}ms`,
    draft.at === undefined ? 'no time' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function causeOf(cause: RecordedCause): string {
  const by = 'key' in cause ? short(cause.key) : cause.id;
  return `${cause.type} by ${by}${cause.tag === undefined ? '' : ` (${clip(cause.tag)})`}`;
}

function whatOf(what: What): string {
  switch (what.is) {
    case 'prompt':
      return `prompt(${what.origin}) ${clip(what.text)}`;
    case 'message':
    case 'thinking':
      return `${what.is} ${clip(what.text)}`;
    case 'call':
      return `call ${what.tool} ${clip(JSON.stringify(what.input) ?? 'nothing')}`;
    case 'result':
      return `result(${what.status ?? '?'}${what.exitCode === undefined ? '' : ` ${what.exitCode}`}) of ${short(what.call)} ${clip(what.output)}`;
    case 'failure':
    case 'intervention':
    case 'decision':
    case 'lifecycle':
    case 'completion':
      return `${what.is}(${what.type}) ${clip(what.text)}`;
  }
}

function linkOf(link: Link): string {
  switch (link.type) {
    case 'spawned':
      return `${short(link.parent)} spawned ${short(link.child)} by ${short(link.call)}`;
    case 'returned':
      return `${short(link.child)} returned to ${short(link.parent)} in ${short(link.step)}`;
    case 'continued':
      return `${short(link.session)} continued from ${short(link.from)} to ${short(link.to)}`;
  }
}

function patchOf({ uid, ...facts }: SessionPatch, identity: Identity): string {
  const who = uid === identity.session ? '' : `[${short(uid)}] `;
  return (
    who +
    Object.entries(facts)
      .map(([name, value]) => `${name} ${clip(String(value))}`)
      .join(', ')
  );
}

function clip(text: string): string {
  const line = short(JSON.stringify(text));
  return line.length <= 100 ? line : `${line.slice(0, 98)}…"`;
}

/** Ids cut to what a person can compare by eye. Every text is cut in the same way, so that equal ids stay equal. */
function short(text: string): string {
  return text
    .replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '$1')
    .replace(/\b([a-z]{2,8}_[A-Za-z0-9]{10})[A-Za-z0-9]{8,}\b/g, '$1');
}

import { redacted } from '../../ask/redaction/redacted.ts';
import { resume } from '../../ask/resume/resume.ts';
import { keyOf } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreMode, StoreOpenedTo, StoreReader } from '../../store/store.ts';
import { SessionNotes } from '../advice/session-notes.ts';
import { isNoteAllowed } from '../is-note-allowed.ts';
import { catchUp, filesBehind, type CatchUpOptions } from './catch-up.ts';
import { isReadUp } from './is-read-up.ts';
import { latestBefore } from './latest-before.ts';
import { sessionStart, type SessionStart } from './session-start.ts';
import { unfinished } from './unfinished.ts';
import { compactedText, unfinishedText } from './wording.ts';

export interface HookStart extends Omit<CatchUpOptions, 'sources' | 'clock'> {
  /** stemma's home. */
  readonly home: string;
  readonly agent: string;
  readonly payload: JsonObject;
  readonly now: number;
  /** An agent waits: only the readers of the sessions in question are loaded. */
  readonly source: (name: string) => Promise<Source | undefined>;
  /** For writing only when nobody else writes; undefined when it is not available at once. */
  readonly open: <Mode extends StoreMode>(mode: Mode) => Promise<StoreOpenedTo<Mode> | undefined>;
  /** Checked before a note counts as given. */
  readonly isLate?: () => boolean;
}

/** The budget of the pack in tokens; the text around it takes about 80 more. */
const budgets = { fresh: 250, compacted: 540 } as const;

/** The note for an agent whose session starts, or was just compacted; mostly none. */
export async function hookResume({
  home,
  agent,
  payload,
  now,
  source,
  open,
  isLate = () => false,
  ...options
}: HookStart): Promise<string | undefined> {
  const start = sessionStart(agent, payload);
  if (!start || !isNoteAllowed(home, 'resume', start.cwd)) return undefined;
  const notes = new SessionNotes(home, start.session);
  if (start.how === 'fresh' && notes.isNoted(notedAtStart)) return undefined;

  const sourcesNamed = async (name: string) => [await source(name)].filter((each) => each !== undefined);
  const reading = await open('read');
  if (!reading) return undefined;
  const sources = await sourcesNamed(start.agent);
  const catching = { ...options, sources, clock: () => now };
  const behind = await filesBehind(start, reading.read, catching);
  // What writes is loaded only when there is something to write.
  const writing = behind.length > 0 ? await open('write') : undefined;
  if (writing) await catchUp(behind, writing, catching);
  const found = await packFor(start, redacted((writing ?? reading).read), sourcesNamed, now);
  if (!found || isLate() || !notes.note(found.as)) return undefined;
  return found.text;
}

const notedAtStart = 'resumed-start';

interface Found {
  readonly text: string;
  /** The name under which it is given once per session. */
  readonly as: string;
}

async function packFor(
  start: SessionStart,
  read: StoreReader,
  sourcesNamed: (name: string) => Promise<readonly Source[]>,
  now: number,
): Promise<Found | undefined> {
  const about = start.how === 'compacted' ? await read.session(start.before) : await latestBefore(read, start, now);
  if (!about || !(await isReadUp(read, about.uid))) return undefined;
  const left = start.how === 'compacted' ? [] : await unfinished(read, about, now);
  if (start.how === 'fresh' && left.length === 0) return undefined;
  const { sections } = await resume(read, about, {
    budget: budgets[start.how],
    isCompacted: start.how === 'compacted',
    sources: () => sourcesNamed(about.source),
  });
  if (sections.length === 0) return undefined;
  if (start.how === 'compacted')
    return {
      text: compactedText(about, sections),
      as: `resumed-${keyOf(sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')).toString(36)}`,
    };
  const title = (await sourcesNamed(about.source))[0]?.title ?? about.source;
  return { text: unfinishedText(about, title, left, sections, now), as: notedAtStart };
}

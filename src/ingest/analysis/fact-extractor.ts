import { argumentsOf } from '../../causal/text/arguments-of.ts';
import { readShown } from '../../causal/text/shown.ts';
import { marksOf } from '../../memory/errors/marks.ts';
import { redact } from '../../platform/redact.ts';
import type { Draft } from '../../model/draft.ts';
import type { CallEnding, EventFacts, RecordedPlace } from '../../model/event-facts.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Json } from '../../model/json.ts';
import { endingOf } from '../../normalise/failures/ending.ts';
import type { NormalEvent } from '../../normalise/normaliser.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { clean } from '../../normalise/text/clean.ts';

/** Inline sub-agents of old Claude Code share a file. */
const maxFolders = 64;

/**
 * Extracts the facts of each event while its text is at hand. Its state is small JSON, so that a file can be read in
 * pieces.
 */
export class FactExtractor {
  /** Where each session began to work. */
  readonly #folders: Map<SessionUid, string>;

  constructor(state?: Json) {
    this.#folders = new Map(state as [SessionUid, string][] | undefined);
  }

  state(): Json {
    return [...this.#folders];
  }

  cwd(session: SessionUid, path: string): void {
    if (this.#folders.has(session)) return;
    this.#folders.set(session, path);
    if (this.#folders.size > maxFolders) this.#folders.delete(this.#folders.keys().next().value!);
  }

  extract(draft: Draft, event: NormalEvent, recorded?: RecordedPlace): EventFacts {
    const { what } = draft;
    const common = commonFacts(draft);
    const place = recorded && { recorded };
    if (what.is === 'prompt') return { is: 'prompt', ...common, text: what.text, origin: what.origin };
    if (what.is === 'result')
      return {
        is: 'result',
        ...common,
        call: what.call,
        shown: readShown(event.result?.output ?? what.output),
        failed: event.failed,
        ending: briefly(endingOf(event.result!)),
      };
    if (what.is === 'failure')
      return {
        is: 'failure',
        ...common,
        type: what.type,
        summary: event.summary,
        ending: endingOf(event.result!),
        ...place,
      };
    if (event.call === undefined) return { is: 'other', ...common, ...place };
    const folder = this.#folders.get(draft.session);
    const operations = operationsOf(event.call);
    return {
      is: 'call',
      ...common,
      tool: event.call.tool,
      summary: event.summary,
      text: argumentsOf(event.call.input, operations),
      operations,
      marks: withoutSecrets(marksOf(operations, folder).map(clean)),
      ...(folder !== undefined && { folder }),
      ...place,
    };
  }
}

/** The facts of an event that is not analysed. */
export function unanalysedFacts(draft: Draft): EventFacts {
  return { is: 'other', ...commonFacts(draft) };
}

function commonFacts({ session, key, parent, turn, at }: Draft) {
  return { session, key, parent, turn, at: at ?? null };
}

/** The output of a successful call is only read to see that it found nothing, or that it rewrote files. */
function briefly(ending: CallEnding): CallEnding {
  return ending.ended === 'ok' && !isRead.test(ending.output) ? { ...ending, output: '' } : ending;
}

const isRead =
  /no matches found|No such file or directory|os error 2|--write\b|--fix\b|\bFixed \d+ file|\breformatted\b/;

/** Words of a command may be a secret only together: `Authorization: Bearer …` as three files to remove. */
function withoutSecrets(marks: readonly string[]): readonly string[] {
  if (marks.length < 2) return marks;
  const together = marks.map(targetOf).join(' ');
  const redacted = redact(together);
  return redacted === together ? marks : marks.filter((mark) => redacted.includes(targetOf(mark)));
}

function targetOf(mark: string): string {
  return mark.slice(mark.indexOf(' ') + 1);
}

import { argumentsOf } from '../../causal/text/arguments-of.ts';
import type { CallTold, PromptTold, ResultTold } from '../../causal/linker.ts';
import { readShown } from '../../causal/text/shown.ts';
import { marksOf } from '../../memory/errors/marks.ts';
import type { EndingFacts } from '../../memory/errors/steps/step-teller.ts';
import type { Draft } from '../../model/draft.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Json } from '../../model/json.ts';
import { clean } from '../../normalise/text/clean.ts';
import { endingOf } from '../../normalise/failures/ending.ts';
import type { NormalEvent } from '../../normalise/normaliser.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';

/**
 * What is told of one event to those who look for causes and for failures, as it travels from whoever reads to
 * whoever keeps.
 */
export type Told =
  | ({ readonly is: 'prompt' } & Omit<PromptTold, 'key'>)
  | ({ readonly is: 'call'; readonly tool: string; readonly marks: readonly string[] } & Omit<
      CallTold,
      'key' | 'message'
    >)
  | ({ readonly is: 'result'; readonly ending: EndingFacts } & ResultTold);

/** An event with what is told of it. Keys are the drafts' own. */
export interface ToldEvent {
  readonly session: SessionUid;
  readonly key: string;
  readonly parent: string | undefined;
  readonly turn: string | undefined;
  readonly at: number | null;
  readonly summary: string;
  readonly told: Told | undefined;
  /** It is here already, under this name or as the record of another session. */
  readonly isCopy?: boolean;
}

/** Inline sub-agents of old Claude Code share a file. */
const mostFolders = 64;

/**
 * Boils events down to what others need of them, while their text is at hand. Its state is small JSON, so that a file
 * can be read in pieces.
 */
export class Teller {
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
    if (this.#folders.size > mostFolders) this.#folders.delete(this.#folders.keys().next().value!);
  }

  event(draft: Draft, event: NormalEvent): ToldEvent {
    const { session, key, parent, turn, at = null } = draft;
    return { session, key, parent, turn, at, summary: event.summary, told: this.told(draft, event) };
  }

  /** Undefined for what nobody asks about. */
  told({ session, what }: Draft, event: NormalEvent): Told | undefined {
    switch (what.is) {
      case 'prompt':
        return { is: 'prompt', text: what.text, origin: what.origin };
      case 'call': {
        const folder = this.#folders.get(session);
        const operations = operationsOf(event.call ?? parseCall(what.tool, what.input));
        return {
          is: 'call',
          tool: what.tool,
          text: argumentsOf(what.input, operations),
          operations,
          marks: marksOf(operations, folder).map(clean),
          ...(folder !== undefined && { folder }),
        };
      }
      case 'result':
        return {
          is: 'result',
          call: what.call,
          shown: readShown(event.output ?? what.output),
          failed: event.failed,
          ending: briefly(endingOf(what, event.failed, event.summary)),
        };
      default:
        return undefined;
    }
  }
}

/** Of what went well nobody reads the output, but to find that there was nothing. */
function briefly(ending: EndingFacts): EndingFacts {
  return ending.ended === 'ok' && !saysNothing.test(ending.output) ? { ...ending, output: '' } : ending;
}

const saysNothing = /no matches found|No such file or directory|os error 2/;

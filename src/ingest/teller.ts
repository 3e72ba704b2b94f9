import { argumentsOf } from '../causal/arguments-of.ts';
import type { CallTold, PromptTold, ResultTold } from '../causal/linker.ts';
import { readShown } from '../causal/read-text.ts';
import type { Draft } from '../model/draft.ts';
import type { SessionUid } from '../model/ids.ts';
import type { NormalEvent } from '../normalise/normaliser.ts';
import { operationsOf } from '../normalise/operations.ts';

/** What a linker is told of one event, as it travels from whoever reads to whoever keeps. */
export type Told = ({ readonly is: 'prompt' } & Omit<PromptTold, 'key'>) | ({ readonly is: 'call' } & Omit<CallTold, 'key' | 'message'>) | ({ readonly is: 'result' } & ResultTold);

/** Inline sub-agents of old Claude Code share a file. */
const mostFolders = 64;

/** Boils events down to what linkers need of them, while their text is at hand. */
export class Teller {
  readonly #folders = new Map<SessionUid, string>();

  cwd(session: SessionUid, path: string): void {
    if (this.#folders.has(session)) return;
    this.#folders.set(session, path);
    if (this.#folders.size > mostFolders) this.#folders.delete(this.#folders.keys().next().value!);
  }

  /** Undefined for what no linker asks about. */
  told({ session, what }: Draft, event: NormalEvent): Told | undefined {
    switch (what.is) {
      case 'prompt':
        return { is: 'prompt', text: what.text, origin: what.origin };
      case 'call': {
        const folder = this.#folders.get(session);
        const operations = operationsOf(what.tool, what.input);
        return { is: 'call', text: argumentsOf(what.input, operations), operations, ...(folder !== undefined && { folder }) };
      }
      case 'result':
        return { is: 'result', call: what.call, shown: readShown(event.output ?? what.output), failed: event.failed };
      default:
        return undefined;
    }
  }
}

import { BoundedMap } from '../reader/bounded.ts';
import { ConversationMemory } from '../reader/conversation.ts';

export class KimiMemory extends ConversationMemory {
  /** Id of the message that was read as a prompt, which the log states again. */
  prompted?: string;
  /** The latest sub-agents, and the id of the call that started each. */
  readonly children = new BoundedMap<string>(32);
}

/**
 * What a scripted model does, without the tool names of any agent. The same scenario is played to every agent; what
 * stemma captured is compared with it afterwards.
 */
export interface Scenario {
  readonly name: string;
  /** What a person types. */
  readonly prompt: string;
  readonly turns: readonly Turn[];
  /** What the archive knows of earlier sessions: this failed, and something else worked instead. */
  readonly past?: Past;
  /** The agent is killed, with everything it started, once this command is running. */
  readonly killedIn?: string;
}

export interface Past {
  /** The line that says why it failed. */
  readonly error: string;
  readonly failed: string;
  readonly worked: string;
  readonly times: number;
}

/** One response of the model. */
export interface Turn {
  readonly thinking?: string;
  readonly text?: string;
  /** Several are made at once. */
  readonly calls?: readonly Call[];
}

export type Call = (Read | Edit | Run | Delegate | Await | Report) & {
  /** What comes back has this in it. */
  readonly shows?: string;
  readonly fails?: true;
};

export interface Read {
  readonly does: 'read';
  /** Below the project. */
  readonly path: string;
}

export interface Edit {
  readonly does: 'edit';
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

export interface Run {
  readonly does: 'run';
  readonly command: string;
  readonly isCheck?: true;
}

/** A sub-agent: its prompt and what the model says to it. */
export interface Delegate {
  readonly does: 'delegate';
  readonly title: string;
  readonly prompt: string;
  readonly turns: readonly Turn[];
}

/** Some agents run sub-agents beside their caller, who has to ask for what they found. */
export interface Await {
  readonly does: 'await';
}

/** The sub-agents of some agents end by calling a tool, and not by saying something. */
export interface Report {
  readonly does: 'report';
  readonly text: string;
}

/** A call in the words of one agent. */
export type Tool =
  | { readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  /** OpenAI's tools that take text and not JSON; both may live in a namespace. */
  | { readonly name: string; readonly text: string };

/** A conversation with the model: the main one, or a sub-agent's. */
export interface Conversation {
  readonly prompt: string;
  readonly turns: readonly Turn[];
  /** The call that began it. */
  readonly calledBy?: Call & Delegate;
}

/** The main conversation first, then those of its sub-agents. */
export function conversationsOf({ prompt, turns }: Pick<Scenario, 'prompt' | 'turns'>): readonly Conversation[] {
  const inside = turns
    .flatMap(({ calls = [] }) => calls)
    .filter((call) => call.does === 'delegate')
    .flatMap((call) => {
      const [first, ...rest] = conversationsOf(call);
      return [{ ...first!, calledBy: call }, ...rest];
    });
  return [{ prompt, turns }, ...inside];
}

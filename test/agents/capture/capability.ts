/** What a capture is examined for, in the order of the table's columns, and what each means. */
export const capabilities = {
  prompt: 'what the person typed, once and unchanged',
  messages: 'every text of the model, the last one included, in order',
  thinking: 'its thoughts',
  calls: 'every tool call once, and none that was never made',
  'call ids': 'under the id that the model gave it',
  arguments: 'with the arguments it was made with',
  results: 'one result for each call, with what came back',
  verbatim: 'the result is the text that the model saw',
  failures: 'failed exactly where it failed, commands with an exit code included',
  acts: 'reads, edits, checks and sub-agents are told apart',
  turn: 'every call belongs to its prompt',
  response: 'every call hangs on the response that made it',
  'sub-agents': 'each a session of its own, with all of the above',
  caller: 'each under the very call that started it',
  durations: 'how long each call took',
  tokens: 'the tokens of every response, counted once',
  killed: 'killed inside a tool: the call is there, and no result',
  hooks: 'what `stemma install` added told of every call, and nothing was left behind in the spool',
  live: 'all of it is there as the agent ends, through `stemma watch` and hooks alone',
  running: 'a call is there while its tool still runs',
  advice:
    'after a failed call the model is told, once, what worked before, and at the third time that it runs in a circle',
  resume:
    'a new session is told, once, what the last one in the folder left undone; one that was compacted, where it stands (where it can be driven)',
  mcp: 'through what `stemma install` wrote its model asks `similar_failures` and `why`, hears the answers, and the archive has the calls',
} as const;

export type Capability = keyof typeof capabilities;

/** One thing that was looked at. */
export interface Finding {
  readonly capability: Capability;
  /** What was expected, in a few words. */
  readonly what: string;
  /** What was found instead; undefined when it was as expected. */
  readonly wrong?: string;
}

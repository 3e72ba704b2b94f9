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
  acts: 'reads, edits, checks and sub-agents are distinguished',
  turn: 'every call belongs to its prompt',
  response: 'every call belongs to the response that made it',
  'sub-agents': 'each a session of its own, with all of the above',
  caller: 'each under the call that started it',
  durations: 'how long each call took',
  tokens: 'the tokens of every response, counted once',
  killed: 'killed inside a tool: the call is recorded, without a result',
  hooks: 'the hooks of `stemma install` reported every call, and the spool is empty afterwards',
  live: 'everything is recorded when the agent ends, through `stemma watch` and hooks alone',
  running: 'a call is recorded while its tool still runs',
  advice:
    'after a failed call the model gets the known fix once, and a note when the same call fails for the third time',
  resume:
    'a new session gets, once, the unfinished work of the last one in the folder; a compacted session gets its state (where the test can trigger it)',
  handoff:
    'started with the prompt of `stemma handoff`, it has the request, the file and the failing test, and ends the work of another agent',
  reopen:
    'the command of `stemma open` continues the session in the agent, also after its files were deleted and written back',
  mcp: 'with the settings of `stemma install` its model calls `similar_failures` and `why`, gets the answers, and the archive has the calls',
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

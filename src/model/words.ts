/**
 * The closed vocabularies of the model. A value outside its list is refused everywhere (see check.ts). Stores number
 * values by their place (see store/rows/codes.ts): add at the end, never reorder.
 */

export const kinds = [
  'user_msg',
  'assistant_msg',
  'thinking',
  'tool_call',
  'tool_result',
  'error',
  'test_run',
  'edit',
  'retry',
  'human_intervention',
  'decision',
  'lifecycle',
  'completion',
] as const;
export type Kind = (typeof kinds)[number];

/** What a call did, whichever agent made it and however many shells it was wrapped in. */
export const acts = ['read', 'search', 'edit', 'check', 'vcs', 'shell', 'web', 'plan', 'agent', 'other'] as const;
export type Act = (typeof acts)[number];

export const roles = ['user', 'assistant', 'tool', 'system'] as const;
export type Role = (typeof roles)[number];

/** How a session ended. */
export const outcomes = ['success', 'partial', 'failed', 'abandoned', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** Who wrote a prompt: most "user" records of a transcript were never typed by anyone. */
export const origins = ['human', 'skill', 'compaction', 'notification', 'harness'] as const;
export type Origin = (typeof origins)[number];

/** How a session is related to the one it came from. */
export const relations = ['subagent', 'fork', 'resume', 'compaction'] as const;
export type Relation = (typeof relations)[number];

/** `caused`: whoever recorded the effect named the cause, and said no more about it. */
export const edgeTypes = [
  'asked',
  'informed',
  'reacted',
  'retried',
  'verifies',
  'spawned',
  'returned',
  'continued',
  'caused',
] as const;
export type EdgeType = (typeof edgeTypes)[number];

/**
 * `recorded`: stated by the agent's own ids. `inferred`: found by a rule of the engine, with a confidence. `judged`:
 * named by a model that read the session, on request.
 */
export const bases = ['recorded', 'inferred', 'judged'] as const;
export type Basis = (typeof bases)[number];

/** What an agent may or may not record of its sessions. */
export const facets = ['times', 'tokens', 'thinking', 'exit_codes', 'durations', 'lineage', 'subagents'] as const;
export type Facet = (typeof facets)[number];

/** What became of a line of a source. Every line has exactly one; their sum is the number of lines. */
export const dispositions = ['mapped', 'state', 'copy', 'raw', 'issue'] as const;
export type Disposition = (typeof dispositions)[number];

/**
 * `real`: something was wrong and had to be fixed. `benign`: an answer rather than an error, such as a search without a
 * match. `denied`: refused by a person or a rule. `cascade`: cancelled because a call beside it failed.
 */
export const errorKinds = ['real', 'benign', 'denied', 'cascade'] as const;
export type ErrorKind = (typeof errorKinds)[number];

/**
 * What showed that a call failed, the first of these that did. `status`: the agent recorded it. `exit code`: the whole
 * call's. `printed exit code`: the line printed one. `refusal`: a person, a rule or a guard. `tool message`: a tool that
 * is no shell reported it. `error record`: of PowerShell. `verdict`: the last line of a runner, compiler or hook.
 * `reply`: an answer in JSON. `error message`: a line of a program whose exit code was lost.
 */
export const detectedBy = [
  'status',
  'exit code',
  'printed exit code',
  'refusal',
  'tool message',
  'error record',
  'verdict',
  'reply',
  'error message',
] as const;
export type DetectedBy = (typeof detectedBy)[number];

/**
 * The state of a failure. `open`: nothing is known to have helped. `unverified`: something was changed where the fault
 * was reported, and nothing checked it. `resolved`: the same check passed afterwards, or a person said so. `failed`: a
 * person gave it up; it needs review.
 */
export const chainStates = ['open', 'unverified', 'resolved', 'failed'] as const;
export type ChainState = (typeof chainStates)[number];

/** `mined`: found in a session. `manual`: entered by a person or a program. `judged`: from a model that read it. */
export const chainBases = ['mined', 'manual', 'judged'] as const;
export type ChainBasis = (typeof chainBases)[number];

/** What was used; `manual` when only the name was entered. */
export const invocationWhats = ['skill', 'command', 'agent', 'mcp', 'manual'] as const;
export type InvocationWhat = (typeof invocationWhats)[number];

/** Where in the work a skill was used. A manual entry may name others. */
export const phases = ['setup', 'exploration', 'execution', 'verification', 'deployment'] as const;
export type Phase = (typeof phases)[number];

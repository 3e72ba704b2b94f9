/** How agents state that a person refused a call, where they have no flag for it. */
export function isRefusal(output: string): boolean {
  return byPerson.test(output.slice(0, 200));
}
const byPerson =
  /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user for tool use\]|(?:exec command|patch|command) rejected by user|User rejected|The user rejected permission)/;

/**
 * How agents state that one of their rules stopped a call before anything ran: a permission, a sandbox, a folder they
 * must stay in, a hook that said no. A hook that crashed is an error of the hook.
 */
export function isGuarded(output: string): boolean {
  const start = output.slice(0, 600);
  return mayBeGuarded.test(start) && byRule.test(start) && !hasHookCrashed(output);
}
/** A quick no. */
const mayBeGuarded =
  /block|denied|reject|not allowed|prevented|permission|approval|hook|User |workspace|working|project|sandbox|ignored by/i;
const byRule =
  /^(?:<tool_use_error>)?\s*(?:error: ?)?(?:Blocked: |(?:The )?(?:command|call|tool call|tool|request|operation|action) (?:was |has been )?(?:rejected|refused|blocked|denied)(?: because\b|: |\.|$)|[^\n]{0,160}\bwas blocked\. For security|Permission (?:to use \S+|for this (?:action|call|tool)\b)|[^\n]{0,80}requested permissions? to|This command requires approval|[^\n]{0,120}\b(?:denied|blocked|rejected|not allowed|prevented) by (?:the |your |a )?(?:[\w-]+ )?(?:user|polic|rule|hook|permission|sandbox|setting|administrator|classifier)|[^\n]{0,120}hook (?:blocking )?error|failed in sandbox \w+ with execution error: sandbox denied|[^\n]{0,300}\bis ignored by (?:the |your )?(?:configured )?ignore (?:patterns?|rules?)\b|User (?:chose|declined|rejected|refused|cancell?ed)\b|[^\n]{0,300}\b(?:must be|is not|not) (?:within|inside|in) (?:one of )?(?:the|your|an?|any)(?: \w+)? (?:workspace|allowed|working|project)\b|[^\n]{0,300}\b(?:outside|beyond) (?:of )?(?:the|your|any)(?: \w+)? (?:workspace|working|project|sandbox|allowed)\b)/i;

/** A hook that could not be run says nothing about the call. */
export function hasHookCrashed(output: string): boolean {
  return hookCrashed.test(output.slice(0, 600));
}
const hookCrashed = /\(hook errored\)|\bhook (?:crashed|timed out|failed to (?:run|start|execute))/i;

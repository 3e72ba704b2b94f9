/** Cline's own messages at the beginning of a result when a call was not run, or failed. */
export function refusalOrError(output: string): 'denied' | 'failed' | undefined {
  const start = output.slice(0, 400).trimStart();
  return denial.test(start) ? 'denied' : failure.test(start) ? 'failed' : undefined;
}

const denial =
  /^(?:Error: )?(?:The user denied this operation|Tool (?:call|execution) (?:was )?(?:denied|rejected|not approved)|User (?:denied|rejected))/;
const failure =
  /^(?:The tool execution failed with the following error|Missing value for required parameter|This tool cannot be used in PLAN MODE|Tool \[\w+\] was not executed)/;

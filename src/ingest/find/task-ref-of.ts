/**
 * The ticket that the name of a branch states: `ABC-123`, or `#123` after `issue`, `issues` or `gh`. Nothing else: most
 * numbers and capitals in branches name no ticket.
 */
export function taskRefOf(branch: string): string | undefined {
  const key = /(?:^|[/_-])([A-Z][A-Z0-9]{1,9}-[1-9]\d{0,6})(?![A-Za-z0-9])/.exec(branch)?.[1];
  if (key !== undefined && !noKeys.test(key)) return key;
  const number = /(?:^|[/_-])(?:issues?|gh)[/_#-]{1,2}([1-9]\d{0,6})(?![A-Za-z0-9.])/i.exec(branch)?.[1];
  return number && `#${number}`;
}

/** Standards, encodings, models and versions look alike. */
const noKeys = /^(?:UTF|ISO|RFC|PEP|CVE|SHA|MD|GPT|HTTP|TLS|IPV|ES|UTC|NODE|PHP|JAVA|V|RC|PR|MR|GH|ISSUE|ISSUES)-/;

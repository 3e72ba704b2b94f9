import type { Act } from '../../model/words.ts';

/**
 * The sentence in which a tool that is no shell reports that it could not do its work, where its agent calls the call
 * successful. What was read, found or fetched may contain anything: there the sentence must be all of the output.
 */
export function toolMessage(body: string, act: Act | null): string | undefined {
  const text = body.trimStart().slice(0, 2000);
  const [first = ''] = text.replace(/^(?:<\/?[\w-]+>\s*)+/, '').split('\n', 1);
  const line = first.replace(/<\/?[\w-]+>/g, '').trim();
  if (line === '' || line.length > 500) return undefined;
  if (act === 'plan' || act === 'agent') return undefined;
  if (act === 'web' && unreachable.test(line)) return isShort(body, 1500) ? line : undefined;
  if (act === 'search' && broken.test(line)) return line;
  const isContent = act === 'read' || act === 'search' || act === 'web';
  if (isContent) return isShort(body, 700) && (unreadable.test(line) || failed.test(line)) ? line : undefined;
  return failed.test(line) || unreadable.test(line) ? line : undefined;
}

function isShort(body: string, size: number): boolean {
  return body.length <= size && body.trim().split('\n').length <= 6;
}

/** However much follows: what was found is listed under a heading of its own. */
const broken = /^Error (?:during|while|executing|performing) [^\n]{0,60}: /;
const unreachable =
  /\bHTTP (?:error )?[45]\d\d\b|\bstatus (?:code:? )?[45]\d\d\b|^(?:\w+ is )?[Uu]nable to (?:fetch|access|reach|verify)|\bENOTFOUND\b|\bECONNREFUSED\b/;
const unreadable =
  /^(?:File|Path|Directory|Folder|Output|Image|The file|The path)\b.{0,300}?\b(?:does not exist|doesn't exist|not found|too large|exceeds|is not a (?:file|directory)|outside|shorter than)/i;
const failed =
  /^(?:(?:Tool )?[Ee]rror(?: [\w-]+){0,4}: |ERROR: |MCP error |Failed to |Could not |Cannot |Unable to |Permission denied|Access denied|Operation not permitted|Invalid (?:input|argument|parameter|request)|Missing required|No such (?:file|tool)|Unknown (?:tool|command)|(?:Request|Operation|Command|Tool call) timed out|timeout$)/;

/**
 * A command as typed, on one line, without the parts that only shape its output, so that two runs of it are one
 * command.
 */
export function commandText(tool: string | null, summary: string): string {
  let text = tool !== null && summary.startsWith(`${tool} `) ? summary.slice(tool.length + 1) : summary;
  text = text.replace(wentThere, '').replace(here, '…').trimEnd();
  for (let shorter = text.replace(shaping, ''); shorter !== text; shorter = text.replace(shaping, '')) text = shorter;
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

const longest = 100;
const wentThere = /^cd [^&;|]{1,120}(?:&&|;) */;
/** A text that was written into the command. */
const here = /(?:"?\$\(cat +)?<<-?\s*['"\\]?\w.*$/s;
const shaping = /\s*(?:2>&1|2>\s*\/dev\/null|\|\|\s*true|\|\s*(?:head|tail)(?:\s+-n)?(?:\s+-?\d+)?)\s*$/;

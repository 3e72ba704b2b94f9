/** A command without here-documents, long lists of files and filters that only shorten its output. */
export function trimCommand(command: string): string {
  const fed = command.search(/\s*["']?(?:\$\(cat )?<<-?\s*["']?\w/);
  const bare = (fed > 0 ? `${command.slice(0, fed)} …` : command).replace(manyFiles, '$1 …');
  return bare.replace(shortened, '').replace(longMessage, '$1…').trim() || bare;
}

const manyFiles = /(\bgit (?:add|rm|restore|checkout)(?: -\S+)* [^\s&|;]+)(?: [^\s&|;…]+){2,}/g;
/** A commit's message can be read in the history. */
const longMessage = /(\bgit commit\b[^"']* -a?m ["'][^"'\s]+(?: [^"'\s]+){0,5})[^"']*/;
const shortened = /(?:\s*\|\s*(?:tail|head)(?:\s+-\w*\s*\d*|\s+-n\s*\d+)*)+\s*$/;

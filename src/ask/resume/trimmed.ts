/** A command as typed, without the text it is fed, the rest of a list of files, and what only shortens its output. */
export function trimmed(command: string): string {
  const fed = command.search(/\s*["']?(?:\$\(cat )?<<-?\s*["']?\w/);
  const bare = (fed > 0 ? `${command.slice(0, fed)} …` : command).replace(manyFiles, '$1 …');
  return bare.replace(shortened, '').replace(longMessage, '$1…').trim() || bare;
}

const manyFiles = /(\bgit (?:add|rm|restore|checkout)(?: -\S+)* [^\s&|;]+)(?: [^\s&|;…]+){2,}/g;
/** What a commit says is in the history. */
const longMessage = /(\bgit commit\b[^"']* -a?m ["'][^"'\s]+(?: [^"'\s]+){0,5})[^"']*/;
const shortened = /(?:\s*\|\s*(?:tail|head)(?:\s+-\w*\s*\d*|\s+-n\s*\d+)*)+\s*$/;

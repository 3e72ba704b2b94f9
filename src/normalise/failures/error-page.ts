/** The title of a page that a server sends instead of what was asked for; undefined when it is another page. */
export function errorPage(body: string): string | undefined {
  const start = body.slice(0, longestHead);
  if (!/^\s*<(?:!doctype html|html)\b/i.test(start)) return undefined;
  const title = /<title>\s*([^<]{1,200}?)\s*<\/title>/i.exec(start)?.[1];
  return title !== undefined && ofServer.test(title) ? title : undefined;
}

const longestHead = 4000;
/** `404 Not Found`, `502 Bad Gateway`, `Error`, `KeyError at /cart`, `unhandled exit at GET /`. */
const ofServer =
  /^(?:(?:error )?[45]\d\d(?:$|[\s:|–-])|(?:not found|forbidden|bad (?:request|gateway)|internal server error|service unavailable|error)$|\S*(?:error|exception|exit)\b.{0,60} at (?:[A-Z]+ )?\/|unhandled \w+ at )/i;

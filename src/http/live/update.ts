import type { Session } from '../../model/session.ts';

/**
 * What followers receive, by the name of the event. `mark` is its id: sent back as `Last-Event-ID` it marks where to
 * continue.
 */
export type Update =
  /** These sessions have new events, as they are now. Ask their skeletons for what comes `after` yours. */
  | { readonly event: 'sessions'; readonly data: { readonly mark: string; readonly sessions: readonly Session[] } }
  /** Something else has changed: how a failure ended, a digest, a forgotten session. Lists may be asked for again. */
  | { readonly event: 'archive'; readonly data: { readonly mark: string } }
  /** Too much has happened, or the archive is another one: ask for everything again. */
  | { readonly event: 'reset'; readonly data: { readonly mark: string } }
  /** The first event of a connection: from here on nothing is left out. */
  | { readonly event: 'hello'; readonly data: { readonly mark: string } };

export function asText({ event, data }: Update): string {
  return `event: ${event}\nid: ${data.mark}\ndata: ${JSON.stringify(data)}\n\n`;
}

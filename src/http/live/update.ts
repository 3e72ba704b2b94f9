import type { Session } from '../../model/session.ts';

/**
 * What followers are told, by the name of the event. `mark` is its id: given back as `Last-Event-ID` it says where to
 * go on.
 */
export type Update =
  /** These sessions have new events, as they are now. Ask their skeletons for what is `after` what you have. */
  | { readonly event: 'sessions'; readonly data: { readonly mark: string; readonly sessions: readonly Session[] } }
  /**
   * Something else has changed: how a failure ended, what was summed up, what was forgotten. Lists may be asked for
   * again.
   */
  | { readonly event: 'archive'; readonly data: { readonly mark: string } }
  /** Too much has happened to tell, or the archive is another one: ask for everything again. */
  | { readonly event: 'reset'; readonly data: { readonly mark: string } }
  /** The first one of a connection: from here on nothing is left out. */
  | { readonly event: 'hello'; readonly data: { readonly mark: string } };

export function asText({ event, data }: Update): string {
  return `event: ${event}\nid: ${data.mark}\ndata: ${JSON.stringify(data)}\n\n`;
}

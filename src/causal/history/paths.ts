import { hashOf } from '../text/read-text.ts';
import { nameOf } from './step.ts';

/** A path as rules compare it. */
export interface Path {
  /** Relative to the session's folder where it is inside it. */
  readonly path: string;
  /** With a slash at its end, '' for the session's own. */
  readonly folder: string;
  /** The hash under which its last name is found. */
  readonly nameHash: number;
}

export interface PathsState {
  readonly known: Map<string, Path>;
  readonly folder: string;
}

const maxKnown = 1_000;

/** The paths of a session. Most calls are about files that were there before, so what is found of a path is kept. */
export class Paths {
  readonly #known: Map<string, Path>;
  #folder: string;

  /** `saved`: what `state` gave. */
  constructor({ known, folder }: PathsState = { known: new Map(), folder: '' }) {
    this.#known = known;
    this.#folder = folder;
  }

  state(): PathsState {
    return { known: this.#known, folder: this.#folder };
  }

  /** The folder of the session: the first one that a call has. */
  startIn(folder: string): void {
    if (this.#folder !== '' || folder === '') return;
    this.#folder = folder.replaceAll('\\', '/').replace(/\/$/, '');
    this.#known.clear();
  }

  of(path: string): Path {
    let known = this.#known.get(path);
    if (known) return known;
    const below = this.#below(path);
    known = {
      path: below,
      folder: below.slice(0, below.lastIndexOf('/') + 1),
      nameHash: hashOf(nameOf(below)),
    };
    if (this.#known.size === maxKnown) this.#known.clear();
    this.#known.set(path, known);
    return known;
  }

  #below(path: string): string {
    let bare = path.replaceAll('\\', '/').replace(/^['"]|['"]$/g, '');
    if (this.#folder !== '' && bare.startsWith(`${this.#folder}/`)) bare = bare.slice(this.#folder.length + 1);
    return bare.replace(/^(?:\.\/|~\/)/, '');
  }
}

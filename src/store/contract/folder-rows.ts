/** A folder in which sessions worked. See `StoreWriter.folders`. */
export interface FolderRow {
  readonly workspace: string;
  readonly cwd: string;
  /** The repository they are said to belong to. */
  readonly repo: string;
  /** The agent of one of them recorded a branch there. */
  readonly hasBranch: boolean;
  readonly sessions: number;
}

/** Sessions of this folder and repository belong to another repository. */
export interface MovedFolder {
  readonly workspace: string;
  readonly cwd: string;
  readonly from: string;
  readonly to: string;
}

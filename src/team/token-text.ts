import { createHash, randomBytes } from 'node:crypto';

/** A new token. It is shown once; only its hash is kept. */
export interface NewToken {
  readonly id: string;
  readonly text: string;
  readonly hash: Buffer;
}

/**
 * `stm_<id>_<secret>`. The id finds the row and may be shown; the secret has 192 random bits, so that a plain hash
 * suffices: nobody can try them all. The prefix lets scanners of repositories, and our own redaction, recognize it.
 */
export function newToken(): NewToken {
  const id = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length]).join('');
  const text = `stm_${id}_${randomBytes(24).toString('hex')}`;
  return { id, text, hash: hashOf(text) };
}

/** The id in a text that looks like a token. */
export function tokenIdIn(text: string): string | undefined {
  return /^stm_([a-z2-9]{8})_[0-9a-f]{48}$/.exec(text)?.[1];
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Without letters that are mistaken for each other; 32, so that a byte is spread evenly. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

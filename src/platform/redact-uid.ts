import { hash } from 'node:crypto';
import { flavorOf, type SessionUid } from '../model/ids.ts';
import { redact } from './redact.ts';

/**
 * The uid; a part that looks like a secret is replaced by a hash. A uid must identify its session wherever it is shown,
 * so it cannot be redacted like other text. The hash is the same in every file that names the session.
 */
export function redactUid(uid: SessionUid): SessionUid {
  if (uid === last.uid) return last.safe;
  const safe = masked(uid);
  last = { uid, safe };
  return safe;
}

/** Every record of a file names a session, mostly the same one. */
let last = { uid: '' as SessionUid, safe: '' as SessionUid };

function masked(uid: SessionUid): SessionUid {
  if (redact(uid) === uid) return uid;
  const flavor = flavorOf(uid);
  const native = uid.slice(flavor.length + 1);
  // The parts of a sub-agent's uid are masked one by one: it begins with the uid of the session that started it.
  const parts = native.split('/').map((part) => (redact(part) === part ? part : mask(part)));
  const safe = `${flavor}:${parts.join('/')}`;
  return (redact(safe) === safe ? safe : `${flavor}:${mask(native)}`) as SessionUid;
}

function mask(text: string): string {
  return `masked-${hash('sha256', text, 'hex').slice(0, 16)}`;
}

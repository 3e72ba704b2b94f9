import { StemmaError } from '../../../model/stemma-error.ts';
import { firstWorkspace, type ListedToken } from '../../../team/registry.ts';
import type { Role } from '../../../team/role.ts';
import type { Run } from '../../run.ts';
import { plural } from '../../text/amount.ts';
import { ago, day } from '../../text/when.ts';
import { linesOf } from './lines-of.ts';
import { auditHere, openRegistry } from './server-place.ts';

interface CreateFlags {
  readonly role: Role;
  readonly workspace: string | undefined;
  readonly expires: string | undefined;
  readonly note: string | undefined;
}

export async function createToken(run: Run, user: string, flags: CreateFlags): Promise<void> {
  const { now } = run;
  using registry = openRegistry(run);
  const workspace = registry.workspace(flags.workspace ?? firstWorkspace);
  const expiresAt = flags.expires === undefined ? undefined : timeAhead(flags.expires, now);
  const { role, note } = flags;
  const { id, text } = registry.createToken(
    workspace,
    user,
    { role, expiresAt, ...(note !== undefined && { note }) },
    now,
  );
  auditHere(registry, now, 'token created', `${id} for ${user}, ${role}`, workspace.name);
  const answer = {
    token: text,
    id,
    user,
    role,
    workspace: workspace.name,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
  await run.answer(answer, () => `${text}\n`);
  run.say(`It is not shown again. On ${user}'s machine: \`stemma login URL\` asks for it.`);
}

export async function listTokens(run: Run, workspace: string | undefined): Promise<void> {
  const { now, ink } = run;
  using registry = openRegistry(run);
  const tokens = registry.tokens(workspace === undefined ? undefined : registry.workspace(workspace));
  await run.answer({ tokens: tokens.map((token) => asJson(token, now)) }, () =>
    tokens.length === 0
      ? 'no tokens\n'
      : linesOf(
          ['id', 'user', 'role', 'workspace', 'state', 'last used', 'note'],
          tokens.map((token) => [
            token.id,
            token.user,
            token.role,
            token.workspace,
            stateText(token, now),
            token.usedAt === null ? 'never' : ago(token.usedAt, now),
            token.note,
          ]),
          ink,
        ),
  );
}

export async function revokeTokens(run: Run, named: string, workspace: string | undefined): Promise<void> {
  const { now } = run;
  using registry = openRegistry(run);
  const revoked = registry.revoke(named, workspace === undefined ? undefined : registry.workspace(workspace), now);
  for (const token of revoked)
    auditHere(registry, now, 'token revoked', `${token.id} of ${token.user}`, token.workspace);
  await run.answer({ revoked: revoked.map(({ id }) => id) }, () =>
    revoked.length === 0
      ? 'was revoked before\n'
      : `revoked ${plural(revoked.length, 'token')}: ${revoked.map(({ id }) => id).join(', ')}\n`,
  );
}

type State = 'valid' | 'expired' | 'revoked';

function stateOf({ revokedAt, expiresAt }: ListedToken, now: number): State {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

function stateText(token: ListedToken, now: number): string {
  const state = stateOf(token, now);
  return state === 'valid' && token.expiresAt !== null ? `until ${day(token.expiresAt)}` : state;
}

function asJson(token: ListedToken, now: number): object {
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  const { id, user, workspace, role, note } = token;
  return {
    id,
    user,
    workspace,
    role,
    note,
    state: stateOf(token, now),
    created_at: time(token.madeAt),
    expires_at: time(token.expiresAt),
    revoked_at: time(token.revokedAt),
    last_used_at: time(token.usedAt),
  };
}

const unitsMs = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, y: 365 * 86_400_000 } as const;

/** `90d` from now, or a day. */
function timeAhead(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})([hdwy])$/.exec(text) ?? [];
  const time = count ? now + Number(count) * unitsMs[unit as keyof typeof unitsMs] : Date.parse(text);
  if (Number.isFinite(time) && time > now) return time;
  throw new StemmaError('bad-argument', `--expires must be a time to come (got "${text.slice(0, 40)}").`, {
    hint: 'Give 12h, 90d, 26w, 1y or a day such as 2027-01-31.',
  });
}

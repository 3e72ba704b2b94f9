import type { Role } from '../../team/role.ts';
import type { ServerRoute } from './server-route.ts';

/** What a token is good for. */
export interface WhoamiAnswer {
  readonly user: string;
  readonly role: Role;
  readonly workspace: string;
  readonly space: 'team' | 'mine';
  /** The workspace takes unredacted bytes. */
  readonly allows_raw: boolean;
}

export const whoamiRoute: ServerRoute = {
  method: 'GET',
  path: '/v1/whoami',
  summary: 'Who the token belongs to, and what it may do',
  role: 'reader',
  run: async ({ member: { user, role, workspace }, space, send }) => {
    const answer: WhoamiAnswer = { user, role, workspace, space: space.kind, allows_raw: space.allowsRaw };
    await send(200, answer);
  },
};

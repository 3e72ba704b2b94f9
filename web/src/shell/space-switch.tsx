import type { AboutAnswer } from '../../../src/types.ts';
import { Select } from '../parts/select.tsx';
import { showSpace, space } from '../space.ts';
import { token } from '../token.ts';
import { useAnswer } from '../use-answer.ts';

const mine = [{ value: 'mine', name: 'only mine' }];

/** At a team's server: everybody's archive of the workspace, or one's own. */
export function SpaceSwitch() {
  const { answer: about } = useAnswer<AboutAnswer>(token() === null ? null : '/about');
  if (!about?.member) return null;
  return (
    <Select
      label="Archive"
      any={about.member.workspace}
      value={space() === 'mine' ? 'mine' : ''}
      options={mine}
      select={(next) => showSpace(next === 'mine' ? 'mine' : 'team')}
    />
  );
}

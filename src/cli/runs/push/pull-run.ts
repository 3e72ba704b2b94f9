import type { Run } from '../../run.ts';

export async function removePulled(_run: Run): Promise<boolean> {
  return false;
}

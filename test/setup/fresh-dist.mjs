// Most tests run src/ as it is; those that start the program or pack it need the dist/ that belongs to it.
import { build, isBuilt } from '../../scripts/dist.mjs';

export async function setup() {
  if (!isBuilt()) await build();
}

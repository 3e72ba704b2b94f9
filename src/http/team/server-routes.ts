import { forgetRoute } from './forget-route.ts';
import { pullRoute } from './pull-route.ts';
import { pushRoute } from './push-route.ts';
import type { ServerRoute } from './server-route.ts';
import { whoamiRoute } from './whoami-route.ts';

/** What the team server answers besides the addresses of `serve`. */
export const serverRoutes: readonly ServerRoute[] = [whoamiRoute, pushRoute, forgetRoute, pullRoute];

import { openapi } from './openapi.ts';
import { fresh, type Route } from './route.ts';
import { errorRoutes } from './routes/errors.ts';
import { eventRoutes } from './routes/events.ts';
import { generalRoutes } from './routes/everything.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { skillRoutes } from './routes/skills.ts';

/** All there is to ask for. Routing, validation, docs/http.md and /openapi.json are made from this table. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...eventRoutes,
  ...errorRoutes,
  ...skillRoutes,
  ...generalRoutes,
  fresh({
    path: '/openapi.json',
    summary: 'This table as OpenAPI 3.1',
    gives: 'an OpenAPI document',
    answer: async ({ about }) => openapi(routes, about().version),
  }),
];

// A typed client of the HTTP API, as others would generate it: types by openapi-typescript, calls by openapi-fetch.
import openapiTS, { astToString } from 'openapi-typescript';

/** TypeScript that declares `paths`. */
export async function clientTypes(document, options = {}) {
  return astToString(await openapiTS(document, options));
}

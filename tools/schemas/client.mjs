// A typed client of the HTTP API, as others would generate it: types by openapi-typescript, calls by openapi-fetch.
import openapiTS, { astToString } from 'openapi-typescript';

/** TypeScript that declares `paths`. */
export async function clientTypes(document) {
  return astToString(await openapiTS(document));
}

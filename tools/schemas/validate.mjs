import { Ajv2020 } from 'ajv/dist/2020.js';

/** What is wrong with a value by its schema in an OpenAPI document; empty when nothing is. */
export function problemsIn(document, type, value) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile({ $ref: `#/components/schemas/${type}`, components: document.components });
  return validate(value) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

import { Ajv2020 } from 'ajv/dist/2020.js';

/** What is wrong with a value by its schema in an OpenAPI document; empty when nothing is. */
export function problemsIn(document, type, value) {
  const validate = compilerFor(document).getSchema(`document#/components/schemas/${type}`);
  return validate(value) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** One for each document, because types share most of what they are made of. */
function compilerFor(document) {
  const known = compilers.get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ components: document.components }, 'document');
  compilers.set(document, ajv);
  return ajv;
}

const compilers = new WeakMap();

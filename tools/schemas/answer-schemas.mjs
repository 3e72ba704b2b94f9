// The JSON schemas of answers, generated from their types in src/types.ts. `npm run docs` writes them to
// src/ask/answer-schemas.json; a test fails when they lag.
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One schema for each of these types and for every type they mention, sorted by name. */
export function answerSchemas(names) {
  const generator = createGenerator({
    path: `${root}src/types.ts`,
    tsconfig: `${root}tsconfig.json`,
    skipTypeCheck: true,
    expose: 'export',
    jsDoc: 'extended',
    // What a later version adds must not break a client.
    additionalProperties: true,
  });
  // `createSchema` looks through every file again for each name, which takes longer than everything else.
  const types = new Map();
  generator.appendTypes(generator.partitionFiles().projectFiles, generator.program.getTypeChecker(), types);
  const schemas = new Map();
  for (const name of names) {
    const { definitions } = generator.createSchemaFromNodes([types.get(name)]);
    for (const [key, schema] of Object.entries(definitions)) {
      const text = JSON.stringify(schema, tupleOf).replaceAll(/"#\/definitions\/([^"]+)"/g, (_, ref) => reference(ref));
      const known = schemas.get(plainName(key));
      if (known !== undefined && known !== text) throw new Error(`Two types are called ${key}: rename one of them.`);
      schemas.set(plainName(key), text);
    }
  }
  return Object.fromEntries(
    [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => [name, JSON.parse(text)]),
  );
}

/** A tuple as an array of any of its items: clients that are generated make no more of a tuple. */
function tupleOf(_, value) {
  if (!Array.isArray(value?.items)) return value;
  const { items, ...rest } = value;
  return { ...rest, items: { anyOf: items } };
}

function reference(encoded) {
  return JSON.stringify(`#/components/schemas/${plainName(decodeURIComponent(encoded))}`);
}

/** `Listed<DigestLine>` as a name that OpenAPI allows. */
function plainName(name) {
  return name.replaceAll(/[^\w]+/g, '_').replace(/_$/, '');
}

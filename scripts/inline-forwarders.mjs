/** `export { a as b, c } from "./chunk.js";` and nothing else. */
const forwarder = /^export \{ ([^}]+) \} from "(\.\/[^"]+)";\s*$/;

/**
 * An output plugin of Rolldown. A module that is imported dynamically, but lies in a chunk with others, gets a file
 * that only forwards its exports. There would be a hundred of them: their names are looked up in the chunk instead.
 */
export function inlineForwarders() {
  return {
    name: 'inline-forwarders',
    generateBundle(_, bundle) {
      const forwarded = new Map();
      for (const { type, fileName, isEntry, code } of Object.values(bundle)) {
        const match = type === 'chunk' && !isEntry && forwarder.exec(code);
        if (match) forwarded.set(fileName, `import("${match[2]}").then((all) => (${namespace(match[1])}))`);
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code.replace(/\bimport\("\.\/([^"]+)"\)/g, (all, name) => forwarded.get(name) ?? all);
      }
      for (const fileName of forwarded.keys()) delete bundle[fileName];
    },
  };
}

/** `a as b, c` becomes `{ b: all.a, c: all.c }`. */
function namespace(names) {
  const pairs = names.split(', ').map((name) => name.split(' as '));
  return `{ ${pairs.map(([inside, outside = inside]) => `${outside}: all.${inside}`).join(', ')} }`;
}

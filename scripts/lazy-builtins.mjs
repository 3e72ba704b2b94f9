/** Parts of Node that take milliseconds to load and that few commands use. */
export const costly = ['node:child_process', 'node:crypto', 'node:perf_hooks', 'node:v8', 'node:zlib'];

const mark = '\0lazy:';

/**
 * A plugin of Rolldown: parts of Node that take long to load are loaded at their first use, and the source does not
 * have to know. What is imported of them are functions, classes that are constructed, and `constants`.
 */
export function lazyBuiltins() {
  return {
    name: 'lazy-builtins',
    resolveId: (id) => (costly.includes(id) ? `${mark}${id}` : undefined),
    load: (id) => (id.startsWith(mark) ? facade(id.slice(mark.length)) : undefined),
  };
}

function facade(name) {
  const exported = Object.entries(process.getBuiltinModule(name)).filter(([key]) => key !== 'default');
  return [
    'let loaded;',
    `const all = () => (loaded ??= process.getBuiltinModule('${name}'));`,
    ...exported.flatMap(([key, value]) => (typeof value === 'function' ? [lazyFunction(key)] : [])),
    ...exported.flatMap(([key]) => (key === 'constants' ? [lazyConstants] : [])),
  ].join('\n');
}

function lazyFunction(key) {
  return `export function ${key}(...args) { return new.target ? new (all().${key})(...args) : all().${key}(...args); }`;
}

const lazyConstants = 'export const constants = new Proxy({}, { get: (_, key) => all().constants[key] });';

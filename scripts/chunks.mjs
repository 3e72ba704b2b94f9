import { basename } from 'node:path';

/** What opening one more file costs, in bytes of code that could be loaded in the same time. */
const bytesOfOpening = 7_000;

/**
 * Decides which modules share a file: at most `most` files, and each command loads few of them, with little that it
 * does not use.
 *
 * `parts` are the chunks that the bundler makes by itself, one for each set of entries that load the same modules.
 * Chunks are merged until few enough are left and no union is a gain any more, always those that make the entries load
 * the fewest bytes more; a byte counts as often as `weightOf` the entry's module says. Files never import each other in
 * a circle.
 *
 * Returns the name of the file of each module, except for the entries, which have files of their own.
 */
export function filesOfModules(parts, most, weightOf) {
  const at = new Map(parts.map(({ fileName }, index) => [fileName, index]));
  let groups = parts.map(({ imports, dynamicImports, modules, isEntry, facadeModuleId }) => ({
    isEntry,
    weight: weightOf(facadeModuleId ?? ''),
    modules: Object.entries(modules).map(([id, { renderedLength }]) => ({ id, size: renderedLength })),
    imports: new Set(imports.flatMap((name) => at.get(name) ?? [])),
    dynamicImports: new Set(dynamicImports.flatMap((name) => at.get(name) ?? [])),
  }));
  // Several at a time: looking at all pairs takes long, and one union hardly changes what another costs.
  for (let before = Infinity; groups.length < before;) {
    before = groups.length;
    groups = merged(groups, most);
  }
  return namesOf(groups);
}

/** What is loaded once an entry is: what it imports, and what every place that imports it has loaded before. */
function loadsOfEntries(groups) {
  const closures = closuresOf(groups);
  const dynamic = new Set(groups.flatMap(({ dynamicImports }) => [...dynamicImports]));
  const entries = [...groups.keys()].filter((index) => groups[index].isEntry || dynamic.has(index));
  const importers = new Map(entries.map((entry) => [entry, []]));
  for (const entry of entries)
    for (const each of closures[entry])
      for (const target of groups[each].dynamicImports) importers.get(target).push(entry);

  const everything = new Set(groups.keys());
  const loads = new Map(entries.map((entry) => [entry, groups[entry].isEntry ? closures[entry] : everything]));
  for (let isChanging = true; isChanging;) {
    isChanging = false;
    for (const entry of entries.filter((each) => !groups[each].isEntry)) {
      const before = importers.get(entry).map((importer) => loads.get(importer));
      const always = before.reduce((all, one) => all.intersection(one), everything).union(closures[entry]);
      isChanging ||= always.size !== loads.get(entry).size;
      loads.set(entry, always);
    }
  }
  return [...loads].map(([entry, loaded]) => ({ loaded, weight: groups[entry].weight }));
}

/** For each group, itself and all it imports, directly or not. */
function closuresOf(groups) {
  return groups.map((_, index) => {
    const closure = new Set([index]);
    for (const each of closure) for (const imported of groups[each].imports) closure.add(imported);
    return closure;
  });
}

/** The groups after some of the cheapest unions that have no group in common. */
function merged(groups, most) {
  const surplus = groups.length - most;
  const count = Math.max(Math.ceil(surplus / 8), 8);
  const into = new Map();
  const imports = groups.map((group) => new Set(group.imports));
  for (const { one, other, cost } of pairsByCost(groups)) {
    if (into.size === count || (cost >= 0 && into.size >= surplus)) break;
    if (into.has(one) || into.has(other) || [...into.values()].some((index) => index === one || index === other))
      continue;
    if (leadsAround(imports, one, other) || leadsAround(imports, other, one)) continue;
    into.set(other, one);
    imports[one] = imports[one].union(imports[other]).difference(new Set([one, other]));
    imports[other] = new Set();
    for (const each of imports) if (each.delete(other)) each.add(one);
    imports[one].delete(one);
  }
  const left = [...groups.keys()].filter((index) => !into.has(index));
  const places = new Map(left.map((index, place) => [index, place]));
  const placeOf = (index) => places.get(into.get(index) ?? index);
  return left.map((index, place) => {
    const members = [index, ...[...into].filter(([, target]) => target === index).map(([member]) => member)];
    const all = (name) => members.flatMap((member) => [...groups[member][name]]);
    return {
      isEntry: groups[index].isEntry,
      weight: Math.max(...members.map((member) => groups[member].weight)),
      modules: all('modules'),
      imports: new Set(
        all('imports')
          .map(placeOf)
          .filter((target) => target !== place),
      ),
      dynamicImports: new Set(all('dynamicImports').map(placeOf)),
    };
  });
}

/** Pairs of groups, those first whose union makes entries load the fewest bytes more. */
function pairsByCost(groups) {
  const closures = closuresOf(groups);
  const sizes = groups.map(({ modules }) => modules.reduce((sum, { size }) => sum + size, 0));
  // By entry: whether it loads a group, and how many bytes it would load with a group that it does not.
  const entries = loadsOfEntries(groups).map(({ loaded, weight }) => {
    const bytes = closures.map((closure) =>
      [...closure.difference(loaded)].reduce((sum, index) => sum + sizes[index], 0),
    );
    return { loads: groups.map((_, index) => loaded.has(index)), cost: bytes.map((size) => size * weight), weight };
  });
  const open = [...groups.keys()].filter((index) => !groups[index].isEntry);
  const pairs = [];
  for (const [place, one] of open.entries())
    for (const other of open.slice(place + 1)) {
      let cost = 0;
      for (const { loads, cost: costs, weight } of entries)
        if (loads[one] !== loads[other]) cost += loads[one] ? costs[other] : costs[one];
        else if (loads[one]) cost -= bytesOfOpening * weight;
      pairs.push({ one, other, cost });
    }
  return pairs.sort((left, right) => left.cost - right.cost);
}

/** Whether `from` imports something else that imports `to`: as one file the two would import each other with it. */
function leadsAround(imports, from, to) {
  const reached = new Set([...imports[from]].filter((index) => index !== to));
  for (const index of reached) for (const imported of imports[index]) reached.add(imported);
  return reached.has(to);
}

/** A file is called like its largest module. Two of the same name would become one file: the second gets a number. */
function namesOf(groups) {
  const names = new Map();
  const taken = new Map();
  for (const { modules } of groups.filter(({ isEntry, modules }) => !isEntry && modules.length > 0)) {
    const largest = modules.reduce((most, each) => (each.size > most.size ? each : most));
    const name = basename(largest.id).replace(/\.[a-z]+$/, '');
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    for (const { id } of modules) names.set(id, count === 1 ? name : `${name}-${count}`);
  }
  return names;
}

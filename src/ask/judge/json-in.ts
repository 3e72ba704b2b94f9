import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** Objects that begin in a text are tried from the first one on; a text full of braces is given up. */
const mostTries = 64;
/** Programs that print their answer as JSON put the text of the model into one of these. */
const wrappers = ['result', 'response', 'content', 'text', 'output', 'message'];

/** The JSON object in an answer, whatever stands around it; undefined when there is none that `isWanted`. */
export function jsonIn(text: string, isWanted: (found: JsonObject) => boolean): JsonObject | undefined {
  let tries = 0;
  for (let at = text.indexOf('{'); at >= 0 && tries < mostTries; at = text.indexOf('{', at)) {
    tries++;
    const end = endOfObject(text, at);
    const found = end === undefined ? undefined : parsed(text.slice(at, end));
    if (found === undefined) {
      at++;
      continue;
    }
    if (isWanted(found)) return found;
    for (const name of wrappers) {
      const inner = found[name];
      const unwrapped = typeof inner === 'string' ? jsonIn(inner, isWanted) : undefined;
      if (unwrapped) return unwrapped;
    }
    at = end!;
  }
  return undefined;
}

/** Where the object that begins here ends. Braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') inString = !inString;
    else if (sign === '\\') at++;
    else if (inString) continue;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A text without the praise and the announcements it begins with. */
export function gist(text: string): string {
  const rest = text.replace(opening, '');
  return rest.length > 20 ? rest : text;
}

const opening =
  /^(?:(?:(?:perfect|great|excellent|awesome|nice|good|fixed|done|ah|ok(?:ay)?|sure|got it|you'?re (?:absolutely |totally )?right|all (?:done|set)|thank)\b[^.!:\n]{0,60}|now (?:i|let)\b[^.!:\n]{0,60}|let me think\b[^.!:\n]{0,40})[.!:]+\s*)+/i;

/** The beginning of a text, at most so many characters of JavaScript; never half of one that takes two. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const isHalf = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? most - 1 : most);
}

/** Whether what a call did brought work where it stays: a commit, a push, a merge, a pull request, a release. */
export function isDelivery(marks: readonly string[]): boolean {
  return marks.some((mark) => delivers.test(mark));
}

const delivers = /^run (?:[\w.-]+ )?(?:git (?:commit|push|merge)|(?:gh|glab) (?:pr|mr) (?:create|merge)|gh release create|(?:npm|pnpm|yarn|cargo) publish)\b/;

/** The sentences of a message, without code, tables and the signs of Markdown. */
export function sentencesOf(text: string): readonly string[] {
  const prose = text.replace(fence, '\n').replace(tag, '\n').replaceAll('’', "'");
  return prose
    .split('\n')
    .filter((line) => !/^\s*(?:\||#{1,6}\s*$|[-=*_]{3,}\s*$)/.test(line))
    .flatMap((line) => line.replace(bullet, '').replaceAll('**', '').split(betweenSentences))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(({ length }) => length >= 20 && length <= 420);
}

const fence = /```[\s\S]*?(?:```|$)/g;
/** A placeholder in a path is none. */
const tag = /(?<![\w/`.-])<\/?[a-z][\w-]*>/gi;
const bullet = /^\s*(?:[-*+•]|\d+[.)]|#{1,6}|>|\[[ x]\])+\s+/i;
const betweenSentences = /(?<=[.!?])\s+(?=["'`(*[]?[\p{Lu}\p{Lo}])/u;

/** Whether somebody lays down how work is to be done. */
export function isRule(sentence: string): boolean {
  return ruleWorth(sentence) > 0;
}

/** How plainly a sentence lays something down: 2 for a command, 1 for a preference, 0 for neither. */
export function ruleWorth(sentence: string): 0 | 1 | 2 {
  if (/^\w+: "|^currently\b/i.test(sentence) || sentence.endsWith('?') || isNoRule.test(sentence)) return 0;
  if (commands.test(sentence)) return 2;
  return rule.test(sentence) && !announces.test(sentence) && sentence.length < longestPreference ? 1 : 0;
}

const longestPreference = 320;

/** A question without its mark, or what somebody likes. */
const isNoRule =
  /\b(?:do|did|have|are|were) you\b|^(?:\w+[,. ]+)?(?:i (?:like|love|think|wonder|guess|(?:do not|don'?t) (?!want|use))|i'?ll|let me|why|what|how|who|where|when|which|is|are|does|was)\b/i;
const commands =
  /\b(?:must(?:n'?t)?|never|always|(?<!\b(?:i|you|we|they|it|that|and) )(?:do not|don'?t) \w+|ensure|make sure|be sure|avoid|forbidden|not allowed|only (?:use|do|when|if)|from now on)\b/i;

const rule =
  /\b(?:must(?:n'?t)?|never|always|do not|don'?t (?:use|add|touch|change|commit|push|create|forget|do|modify|delete|remove|write|run)|ensure|make sure|be sure|avoid|forbidden|not allowed|instead of|rather than|keep (?:it|the|to|all)|stick to|no (?:new|need|more|other|changes?)|limit(?:ed)? to|at most|only (?:use|do|when|if|the)|before (?:you|any|making|commit|push)\w*|without (?:any|my|asking)|i(?:'d)? prefer|from now on|(?:allowed|encouraged|free) to|own judge?ment)\b/i;

/** How much a sentence reads like something that was found out: 0 when it does not. */
export function findingWorth(sentence: string): number {
  if (announces.test(sentence) || sentence.endsWith('?') || sentence.endsWith(':') || isGuess(sentence)) return 0;
  const worth = (strongFinding.test(sentence) ? 3 : 0) + (finding.test(sentence) ? 2 : 0);
  if (worth === 0) return 0;
  return worth + (/`[^`]+`|\w+\.\w{2,4}\b|\w\(\)/.test(sentence) ? 1 : 0) + (/\d/.test(sentence) ? 0.5 : 0);
}

const strongFinding =
  /\b(?:root cause|turns? out|the (?:real |actual |underlying |main |core )?(?:issue|problem|bug|cause|culprit|reason|difference|fix|error)\b.{0,40}\b(?:is|was|lies|seems|comes)|caused by|found (?:that|it|the (?:issue|problem|bug|cause))|discovered|confirmed|that(?:'s| is) why|key (?:finding|insight)|as it is now|currently)\b/i;
const finding =
  /\b(?:because|due to|since (?:the|it)|only (?:works|when|if)|does(?:n't| not) (?:exist|support|have|work|include|handle|match)|missing|requires?|expects?|already (?:exists|has|have|supports|handles|includes)|is (?:set|defined|stored|located|called|used) (?:in|by|at|to|as)|returns?|in fact|actually|however|except)\b/i;

/** Whether a finding says what caused something: a later one takes its place. */
export function namesCause(finding: string): boolean {
  return /\b(?:root cause|culprit|caused by|the (?:real |actual |underlying |main |core )?(?:issue|problem|bug|cause|reason|error)\b.{0,40}\b(?:is|was|lies|comes))\b/i.test(
    finding,
  );
}

/** Whether a sentence says something of a thing it names: a file, a function, a number, a command. */
export function isNote(sentence: string): boolean {
  return (
    sentence.length >= 40 &&
    names.test(sentence) &&
    !announces.test(sentence) &&
    !considers.test(sentence) &&
    !/[?:]$/.test(sentence) &&
    !isGuess(sentence)
  );
}

/** A quotation, or what somebody only thinks about. */
const considers =
  /^["“]|^(?:i'?m|i am|i was|let'?s|we'?re|user|the user|my (?:current )?(?:focus|plan|goal|attention|priority)) /i;
const names = /`[^`]+`|\w[./_]\w|\w\(\)|\d|\b[a-z]+[A-Z]\w+|\b[A-Z]{2,}\b/;

/** What somebody only hopes or supposes may be wrong, and is no finding. */
export function isGuess(sentence: string): boolean {
  return guesses.test(sentence);
}

const guesses =
  /\b(?:should (?:now|be|all|work|fix)|i (?:bet|guess|think|suspect|believe|assume|wonder)|might|maybe|perhaps|possibly|probably|likely|presumably|hopefully|could be|seems?|appears?|would|if (?:i|we|you|it|this|that|the))\b/i;

/** Whether somebody says what is to come after what is under way. */
export function isIntention(sentence: string): boolean {
  return intends.test(sentence) && !/[?:]$/.test(sentence) && !/^let me\b/i.test(sentence) && sentence.length <= 320;
}

const intends =
  /\b(?:then|after (?:that|this)|afterwards|next|once .{3,60},) (?:i'?ll|i will|we'?ll|we will|let me|i'?m going to|i can|run|verify|check|test|commit|push|fix|update|add|continue|move on)\b|\bnext(?: steps?)?(?: is| are|:)|\b(?:remaining (?:steps?|tasks?|items?|work)|left to do|still (?:need|have) to|to do next)\b/i;

/** Whether the agent says what it settled on, or why. */
export function isDecision(sentence: string): boolean {
  if (sentence.endsWith('?') || isGuess(sentence) || sentence.split(' ').length < minWords) return false;
  return decides.test(sentence) && !/^(?:the user (?:wants|asked|is asking)|instead of|rather than)/i.test(sentence);
}

/** Fewer are a heading. */
const minWords = 5;

const decides =
  /\b(?:decided|decision|instead of|rather than|(?:i'?ll|we'?ll|let'?s|going to) (?:go with|use|keep|stick|skip|leave|treat|defer)|chose|chosen|opted|settled on|best (?:approach|option)|simplest (?:approach|way|fix|option)|the right (?:approach|fix|place|way)|approach (?:is|will be)|trade-?off|out of scope|deferred|intentionally|by design|on purpose|not worth|prefer(?:red)?|user (?:chose|wants|said|confirmed|approved))\b/i;

/** Whether the agent says that something did not work. */
export function isVain(sentence: string): boolean {
  return vain.test(sentence) && !sentence.endsWith('?');
}

const vain =
  /\b(?:did(?:n'?t| not) (?:work|help|fix|apply|match|find)|does(?:n'?t| not) work|not working|no luck|still (?:fail|broken|not|see|get|the same)\w*|failed (?:because|due|again|to)|(?:can'?t|cannot|could(?:n'?t| not)) (?:be|use|run|find|connect|access|reach|install)|unable to|not (?:possible|supported|available|installed|permitted)|gave up|reverted|rolled back|dead end|timed out|got (?:denied|rejected|blocked)|was (?:denied|rejected|blocked|refused))\b/i;

const announces =
  /^(?:(?:ok(?:ay)?|now|next|first|then|good|great|perfect|alright|so|also|actually|but|and|wait|hmm)[,.!]? )*(?:let me|i'?ll|i will|i'?m going to|i need to|i should|let'?s)\b/i;

/**
 * How much a message sums up: headings, lists, tables, check boxes, words of a report. 0 when it does not.
 */
export function summaryWorth(text: string): number {
  if (text.length < 350) return 0;
  const lines = text.split('\n');
  const headings = lines.filter((line) => /^\s*(?:#{1,6} |\*\*[^*]+\*\*:?\s*$)/.test(line)).length;
  const items = lines.filter((line) => /^\s*(?:[-*+•]|\d+[.)]|\|)\s*\S/.test(line)).length;
  const boxes = lines.filter((line) => /^\s*(?:[-*] )?(?:\[[ x]\]|[✅❌✓✗⬜☐☑])/i.test(line)).length;
  const words = new Set([...text.toLowerCase().matchAll(reporting)].map(([word]) => word)).size;
  if (words === 0) return 0;
  return Math.min(4, headings) + Math.min(4, items / 3) + Math.min(2, boxes) + Math.min(4, words);
}

const reporting =
  /root cause|remaining|next steps?|summary|findings?|completed|what (?:i|was|changed)|changes made|status|still (?:open|to do|missing)|open questions?|key (?:files|decisions|findings)|found \d+|plan\b|implemented|decisions?|recommendations?|blockers?|test results|in progress|not (?:yet )?done|pending/g;

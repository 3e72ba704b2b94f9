/** The sentences of a message, without code, tables and the signs of Markdown. */
export function sentencesOf(text: string): readonly string[] {
  return linesOf(text)
    .flatMap(({ sentences }) => sentences)
    .filter(({ length }) => length >= shortestSentence && length <= longestSentence);
}

const shortestSentence = 20;
const longestSentence = 420;

/** A sentence, and what it is quoted with so that it says something by itself. */
export interface Passage {
  readonly sentence: string;
  readonly text: string;
}

/**
 * The sentences of a message. One that only points back ("I'll skip this one") is quoted with the sentence before it, one
 * that introduces a list with the list.
 */
export function passagesOf(text: string): readonly Passage[] {
  const paragraphs = linesOf(text);
  const passages: Passage[] = [];
  /** The sentence before, with what it points back at. */
  let before: string | undefined;
  for (const [at, { sentences, isItem }] of paragraphs.entries()) {
    // An item of a list does not point at the item before it.
    if (isItem) before = undefined;
    for (const [place, sentence] of sentences.entries()) {
      if (sentence.length > longestSentence) continue;
      const isLast = place === sentences.length - 1;
      const items = sentence.endsWith(':') && isLast ? itemsAfter(paragraphs, at) : [];
      const isBack =
        before !== undefined && pointsBack.test(sentence) && before.length + sentence.length < longestPassage;
      const whole = isBack ? `${before!} ${sentence}` : sentence;
      if (items.length > 0) passages.push({ sentence, text: joined(whole, items) });
      else if (sentence.length >= shortestSentence) passages.push({ sentence, text: whole });
      before = whole;
    }
  }
  return passages;
}

const longestPassage = 340;
const pointsBack =
  /^(?:(?:so|but|and|hence|therefore|thus|also|however|which|then)\b,? ?)*(?:it|its|this|that|these|those|they|them|both|he|she|here|there)\b|\b(?:this|that|these|those) (?:one|ones|approach|way|case|file|option|is why)\b|^(?:so|hence|therefore|thus)\b/i;

interface Line {
  readonly sentences: readonly string[];
  readonly isItem: boolean;
}

function linesOf(text: string): readonly Line[] {
  return text
    .replace(fence, '\n')
    .replace(tag, '\n')
    .replaceAll('’', "'")
    .split('\n')
    .filter((line) => !/^\s*(?:\||#{1,6}\s*$|[-=*_]{3,}\s*$)/.test(line))
    .map((line) => ({
      isItem: bullet.test(line),
      sentences: line
        .replace(bullet, '')
        .replaceAll('**', '')
        .split(betweenSentences)
        .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
        .filter((sentence) => sentence !== ''),
    }))
    .filter(({ sentences }) => sentences.length > 0);
}

/** The items of the list that follows a line. */
function itemsAfter(lines: readonly Line[], at: number): readonly string[] {
  const items: string[] = [];
  for (const { isItem, sentences } of lines.slice(at + 1)) {
    if (!isItem) break;
    items.push(sentences.join(' '));
  }
  return items;
}

function joined(introduction: string, items: readonly string[]): string {
  let text = introduction;
  for (const [at, item] of items.entries()) {
    const next = `${text}${at === 0 ? ' ' : '; '}${item.replace(/[.;]$/, '')}`;
    if (next.length > longestPassage && at > 0) return `${text}; …`;
    text = next;
  }
  return text;
}

const fence = /```[\s\S]*?(?:```|$)/g;
/** What begins or ends a block; a placeholder in a sentence is none. */
const tag = /^[ \t]*(?:<\/?[a-z][\w-]*>)+|<\/[a-z][\w-]*>[ \t]*$/gim;
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
  /\bnever (?:\w+[^\We]ed|been|had|was|were|did|ran|got|came|saw|wrote|made)\b|\b(?:do|did|have|are|were) you\b|^(?:\w+[,. ]+)?(?:i (?:like|love|think|wonder|guess|(?:do not|don'?t) (?!want|use))|i'?ll|let me|why|what|how|who|where|when|which|is|are|does|was)\b/i;
const commands =
  /\b(?:must(?:n'?t)?|never|always|(?<!\b(?:i|you|we|they|it|that|and) )(?:do not|don'?t) \w+|ensure|make sure|be sure|avoid|forbidden|not allowed|only (?:use|do|when|if)|from now on)\b/i;

const rule =
  /\b(?:must(?:n'?t)?|never|always|do not|don'?t (?:use|add|touch|change|commit|push|create|forget|do|modify|delete|remove|write|run)|ensure|make sure|be sure|avoid|forbidden|not allowed|instead of|rather than|keep (?:it|the|to|all)|stick to|no (?:new|need|more|other|changes?)|limit(?:ed)? to|at most|only (?:use|do|when|if|the)|before (?:you|any|making|commit|push)\w*|without (?:any|my|asking)|i(?:'d)? prefer|from now on|(?:allowed|encouraged|free) to|own judge?ment)\b/i;

/** Whether the agent only describes what it is doing or looking at. */
export function isNarration(sentence: string): boolean {
  return narrates.test(sentence);
}

const narrates =
  /^i'?m (?:currently|still|now|making) |^(?:(?:ok(?:ay)?|now|so|also|but|and|next|then|first|still|wait|hmm|currently)[,.!]? )*(?:i'?m|i am|we'?re|we are) (?:now |also |still |just |currently |actively |next )*(?:focused\b|(?!(?:leaving|keeping|skipping|using|treating|going)\b)\w+ing\b)|^my (?:\w+ ){0,2}(?:strategy|approach|plan|step|focus|priority|exploration|thinking|goal|attention|aim|search|thoughts?|initial scan)\b|^i'?ve (?:now |just |also |since )*(?:shifted|widened|revisited|hit|started|begun|moved|turned|been|clarified|refined)\b|^(?:this|that) (?:involves|includes|step|means i)\b|^(?:following|before|after) that,? i\b|^(?:but )?(?:wait|hmm|hold on|hang on)\b/i;

/** How much a sentence reads like something that was found out: 0 when it does not. */
export function findingWorth(sentence: string): number {
  if (isNarration(sentence) || announces.test(sentence) || /[?:]$/.test(sentence) || isGuess(sentence)) return 0;
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
    !isNarration(sentence) &&
    !/[?]$/.test(sentence) &&
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
  /\b(?:should (?:now|be|all|work|fix)|i (?:bet|guess|think|suspect|believe|assume|wonder)|might|maybe|perhaps|possibly|probably|likely|presumably|hopefully|could be|seems?|appears?|looks? like|would|if (?:i|we|you|it|this|that|the))\b/i;

/** Whether a sentence introduces the steps of a plan. */
export function introducesPlan(sentence: string): boolean {
  return (
    sentence.endsWith(':') &&
    plans.test(sentence) &&
    !/\b(?:think|look|see|check|consider|recap|summari[sz]e)\b/i.test(sentence)
  );
}

const plans =
  /\b(?:i (?:need|have|want) to|i should|i'?ll|i will|let me|let's|we (?:need|have) to|(?:the |my |implementation )?plan|next|remaining|left to do|to ?do|still|steps?|tasks?|changes? (?:needed|required|to make)|what(?:'s| is) (?:left|needed|next))\b/i;

/** Whether a sentence says what is to be done, or lacks: work that was done since may have made it untrue. */
export function isPassing(sentence: string): boolean {
  return !namesCause(sentence) && passing.test(sentence);
}

const passing =
  /^(?:\W|(?:also|then|next|and|finally)\b)*(?:add|rename|update|fix|remove|delete|replace|change|create|write|move|extract|implement|use|make|run|check|verify|capture|convert|refactor|set|document|test|install|commit|push|merge)\b(?!:)|\b(?:missing|lacks?|needs? to (?:be|go|have)|still needs?|not yet|will (?:be|now|then)|to be (?:done|added|fixed|updated|removed)|(?:one|\d+) (?:commits? )?(?:ahead|behind)|uncommitted|unstaged|unpushed|not (?:committed|pushed|merged|staged))\b/i;

/** Whether somebody says what is to come after what is under way. */
export function isIntention(sentence: string): boolean {
  return intends.test(sentence) && !/[?:]$/.test(sentence) && !/^let me\b/i.test(sentence) && sentence.length <= 320;
}

const intends =
  /\b(?:then|after (?:that|this)|afterwards|next|once .{3,60},) (?:i'?ll|i will|we'?ll|we will|let me|i'?m going to|i can|run|verify|check|test|commit|push|fix|update|add|continue|move on)\b|\bnext(?: steps?)?(?: is| are|:)|\b(?:remaining (?:steps?|tasks?|items?|work)|left to do|still (?:need|have) to|to do next)\b/i;

/** Whether the agent says what it settled on, or why. */
export function isDecision(sentence: string): boolean {
  if (/[?:]$/.test(sentence) || sentence.split(' ').length < minWords) return false;
  if (!chooses.test(sentence) && (isNarration(sentence) || isGuess(sentence) || !decides.test(sentence))) return false;
  return !/^(?:the user (?:wants|asked|is asking)|instead of|rather than|(?:but )?(?:wait|hmm))|\b(?:exact|actual) \w+ rather than\b/i.test(
    sentence,
  );
}

/** Fewer are a heading. */
const minWords = 5;

/** What the agent does or leaves, with or without its reason. */
const chooses =
  /\b(?:i'?ll|i will|i'?m going to|let me|let's|we'?ll) (?:now |also |just |therefore |deliberately )*(?:skip|leave|keep|defer|stick|avoid|drop|not|only)\b(?! (?:going|looking|reading|digging|working|searching|know|an eye|sure|track|in mind))|\bi'?m (?:now |also |just |therefore |deliberately )*(?:leaving|keeping|skipping|deferring|dropping|treating|not (?!sure|seeing|finding|getting|able|yet)\w+ing)\b(?! (?:an eye|track|in mind))|\bi (?:deliberately |also |only |just )*(?:left|kept|skipped|deferred|dropped|chose|picked)\b|\bi (?:\w+ly )?(?:used|made|put|moved|added|split|removed|replaced|switched|wrote|named|set|changed)\b.{8,160}\b(?:because|so that|so the|so it|to avoid|to keep|rather than|instead of)\b|\b(?:won'?t|will not) (?:touch|change|add|use|include|edit|modify|fix|commit|push)\b|\b(?:the end state|the (?:plan|approach|design|strategy|idea|solution) is)\b/i;
const decides =
  /\b(?:decided|decision|(?:i|we|i'?ve|i'?m|it|now|is|are|uses?|used|which)\b.{0,90}\b(?:instead of|rather than)|(?:i'?ll|we'?ll|let'?s|going to) (?:go with|use|keep|stick|skip|leave|treat|defer)|chose|chosen|opted|settled on|best (?:approach|option|choice|fit)|makes? (?:more|most) sense|safe(?:r|st) (?:to|choice|option|approach|way)|better to|simplest (?:approach|way|fix|option)|the right (?:approach|fix|place|way)|approach (?:is|will be)|trade-?off|out of scope|deferred|intentionally|by design|on purpose|not worth|prefer(?:red)?|user (?:chose|confirmed|approved))\b/i;

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

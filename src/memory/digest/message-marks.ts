import type { What } from '../../model/draft.ts';
import * as statements from './statements.ts';

/**
 * What a message or a prompt states about the work, as marks of its event, neither cut nor redacted. They are found where the whole
 * text is at hand: of a long message only the first line is kept, and what is left to do is mostly stated at its end.
 *
 * - `open …`: a message states that something does not work or is not done
 * - `waits …`: it states that something is still under way
 * - `needs …`: it states that it cannot go on before the person gives, does or explains something
 * - `hands …`: it leaves trying the work out to the person
 * - `committed …`: it states that the work is committed
 * - `excuses …`: it states that a failure was there before, or has nothing to do with the work
 * - `declines …`: it states that what was asked cannot be done, and offers nothing instead
 * - `asks …`: it ends with a question
 * - `intends …`: it ends with what will be done next
 * - `raw …`: it is a call written as text, and no answer
 * - `found …`, `decided …`, `vain …`: it states a finding, a decision, a way that did not work
 * - `reports …`: a prompt shows an error
 * - `rule …`: a prompt lays down how work is to be done
 */
export function messageMarks(what: What): readonly string[] {
  switch (what.is) {
    case 'message':
    case 'completion':
      return stated(what.text);
    case 'prompt':
      return what.origin === 'human' ? reported(what.text) : [];
    default:
      return [];
  }
}

export type MessageMark =
  | 'open'
  | 'waits'
  | 'needs'
  | 'hands'
  | 'committed'
  | 'excuses'
  | 'declines'
  | 'asks'
  | 'intends'
  | 'raw'
  | 'found'
  | 'decided'
  | 'vain'
  | 'reports'
  | 'rule';

/** The marks of a text written by an agent. */
export function stated(text: string): readonly string[] {
  const marks: string[] = [];
  const add = (word: MessageMark, sentence: string | undefined): void => {
    if (sentence !== undefined) marks.push(`${word} ${sentence}`);
  };
  if (isWrittenCall(text)) return [`raw ${text.trim()}`];
  const sentences = sentencesOf(text);
  add('open', sentences.find(isOpen));
  add('waits', sentences.find(isWaiting));
  add('needs', sentences.find(isNeed));
  add(
    'hands',
    sentences.find((sentence) => handsOver.test(sentence)),
  );
  add('committed', sentences.find(isCommitted));
  add('excuses', sentences.find(isExcuse));
  if (!sentences.some(isInstead))
    add(
      'declines',
      sentences.slice(0, 3).find((sentence) => declined.test(sentence) && !/\bbut (?:it|this|here)\b/i.test(sentence)),
    );
  const last = sentences.at(-1);
  if (last !== undefined) {
    if (last.endsWith('?')) add('asks', last);
    else if (intent.test(last) || (sentences.length === 1 && announcement.test(last))) add('intends', last);
    else if (isShortParagraph(text) && intent.test(sentences[0]!)) add('intends', sentences[0]);
  }
  return [
    ...marks,
    ...worthKeeping(text).filter((mark) => !marks.some((other) => sentenceOf(other) === sentenceOf(mark))),
  ];
}

function sentenceOf(mark: string): string {
  return mark.slice(mark.indexOf(' ') + 1).replaceAll('’', "'");
}

/** What somebody who continues wants to know of it, a sentence of each kind. */
function worthKeeping(text: string): readonly string[] {
  const passages = statements.passagesOf(twoEnds(text)).filter(({ sentence }) => sentence.length <= longestKept);
  const vain = passages.find(({ sentence }) => statements.isVain(sentence));
  const decided = passages.find((each) => each !== vain && statements.isDecision(each.sentence));
  let found: statements.Passage | undefined;
  let worth = minWorth;
  for (const each of passages) {
    const own = each === vain || each === decided ? 0 : statements.findingWorth(each.sentence);
    if (own > worth) [found, worth] = [each, own];
  }
  const kept = { found, decided, vain };
  return Object.entries(kept).flatMap(([word, each]) =>
    each === undefined ? [] : [`${word} ${each.text.length <= longestKept ? each.text : each.sentence}`],
  );
}

const minWorth = 2.5;
/** Longer ones are mostly several in one. */
const longestKept = 220;

/** Something else was done, or can be done: not a list of steps for the person. */
function isInstead(sentence: string): boolean {
  return instead.test(sentence) && !declined.test(sentence) && !/\byou (?:need|have|must|should|can)\b/i.test(sentence);
}

/** "I will update the config. This lets the server find it." announces, whatever its last sentence is. */
function isShortParagraph(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length < 600 && !/\n\s*(?:\n|[-*•#`>|]|\d+\.)/.test(trimmed);
}

/** Some models write the call they want to make instead of making it. */
function isWrittenCall(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length < longestCall && /^\{\s*"\w+"\s*:[^]*\}$|^<tool_call>/.test(trimmed);
}

/** The marks of a text written by a person. */
export function reported(text: string): readonly string[] {
  const lines = twoEnds(text).split('\n');
  const line = lines.find((each) => error.test(each));
  const rule = statements
    .sentencesOf(twoEnds(text))
    .find((each) => each.length <= longestKept && statements.ruleWorth(each) === 2);
  return [...(line === undefined ? [] : [`reports ${line.trim()}`]), ...(rule === undefined ? [] : [`rule ${rule}`])];
}

/** Whether a sentence states that something does not work or is not done. */
export function isOpen(sentence: string): boolean {
  if (isExcuse(sentence)) return false;
  if (isUndone(sentence)) return true;
  return open.some((pattern) => pattern.test(sentence)) && !overcome.test(sentence);
}

function isUndone(sentence: string): boolean {
  const isStated = undone.some((pattern) => pattern.test(sentence));
  return isStated && !overcomeOrNotNow.test(sentence) && !declined.test(sentence);
}

function isWaiting(sentence: string): boolean {
  return waiting.test(sentence) && !sentence.endsWith('?') && !notNow.test(sentence);
}

function isNeed(sentence: string): boolean {
  return need.test(sentence) && !/\b(?:if|should you|whenever|feel free)\b/i.test(sentence);
}

function isCommitted(sentence: string): boolean {
  return committed.test(sentence) && !sentence.endsWith('?') && !notCommitted.test(sentence);
}

function isExcuse(sentence: string): boolean {
  return fails.test(sentence) && excuse.test(sentence);
}

/** Plain statements that something was not achieved; they hold whatever reason they give. */
const undone: readonly RegExp[] = [
  /\b(?:could not|couldn['’]t|did not|didn['’]t|(?:was|were|am|is|are|['’]m)(?: not|n['’]t)? (?:able|unable|allowed|permitted) to|unable to) (?:\w+ly )?(?:be )?(?:complete|finish|commit|push|merge|install|reach|connect|access|locate|start|launch|open|create|download|fetch|deploy|publish|pass|reproduce|modify|fix|fulfil|perform|update|remove|delete)\w*\b/i,
  /^(?:the )?(?:`[^`]+`(?:,? and `[^`]+`|, `[^`]+`)*|(?:\w+ ){0,2}(?:push|pull|commit|build|install(?:ation)?|deployment|release|upload|migration|signing))(?: (?:both|all|then|also|still|currently|consistently|again))* (?:failed|fails|failing|is failing|aborts|times out|timed out|crashes|(?:was|were|is|are) (?:rejected|blocked|denied))\b/i,
  /\bnot (?:yet )?(?:pushed|committed|merged|deployed|published|released|installed|configured)\b|\baren['’]t configured\b/i,
];
/** About a case that may not come, a time that is over, or what is well again. */
const overcomeOrNotNow =
  /\b(?:if|when(?:ever)?|unless|so that|would|might|may|no longer|previously|earlier|(?:was|were) (?:failing|broken)|fix(?:ed|es)|resolve[sd]?|root cause|now (?:pass|work)|retried|succeed(?:s|ed)|(?:can|could)(?: still)? be)\b|\?$/i;

const open: readonly RegExp[] = [
  /\bstill (?:fail(?:s|ing)?|broken|red|blocked|not|doesn['’]t|does not|isn['’]t|is not|missing|unresolved|outstanding|needs? to be|to (?:do|be))\b/i,
  /\b(?:remaining|outstanding|unfinished|unresolved) (?:tasks?|items?|work|issues?|failures?|errors?|bugs?|problems?)\b/i,
  /\b(?:could not|couldn['’]t|(?:was|were|am|is)(?: not|n['’]t) able to|unable to|cannot|can['’]t) (?:be )?(?:\w+ly )?(?:run|ran|complete|finish|verif|test|build|built|install|push|commit|reproduce|compile|execute|download|fetch|reach|connect)/i,
  /\b(?:tests?|specs?|builds?|checks?|suite|compilation|type-?check|lint(?:er|ing)?|CI|pipeline)\b[^.]{0,40}\b(?:fails|failing|is red|are red|is broken|are broken)\b/i,
  /\b(?:blocked (?:by|on|until)|partially (?:done|complete|implemented|working)|not (?:yet|fully) (?:done|complete|implemented|working|wired|fixed|supported)|has(?:n['’]t| not) been (?:done|implemented|fixed|finished))\b/i,
];
/** What was wrong and is not any more, what might be, and what is not the case. */
const overcome =
  /\b(?:no|zero|0|any|without|all) (?:\w+ ){0,2}(?:remaining|outstanding|unfinished|unresolved|fail|red\b|broken)|\b(?:if|when(?:ever)?|won['’]t|no longer|would|could|might|may|exiting|previously|earlier|before|was failing|were failing|instead of|fix(?:ed|es|ing)?|resolve[sd]?|prevent(?:s|ed)?|now (?:pass|work)|so that|ensures?|because|why|root cause)\b/i;
const waiting =
  /\bstill (?:running|in progress|in flight|building|copying|downloading|processing|pending|waiting)\b|\b(?:is|are|remains?) (?:now )?(?:in progress|in flight|pending)\b|^in progress\b|\bawaiting\b|(?:^|\b(?:I['’]m|is|are|now|currently|just) )waiting (?:for|on)\b|\b(?:should|will) (?:finish|complete|be done|be ready) (?:soon|shortly|in (?:a|about))\b|^almost (?:done|finished)\b|\bonce (?:it|they|that|the \w+) (?:finish|complete|return|report|land|come)|\bI['’]ll (?:report|check back|let you know|notify you|wait|resume|pick (?:it|this) up)\b/i;
const need =
  /\bplease (?:\w+ ){0,3}(?:reboot|follow these|specify|confirm|go back|log in|tell me)\b|\byou(?:['’]ll| will)? (?:must|need to|have to) (?:reboot|run|execute|create|replace|add|set|install|configure|open|log|sign|enable|grant|provide|approve)\b|^to (?:complete|finish|finali[sz]e) (?:the|this) \w+, (?:please|you)\b|\bI(?:['’]ll)? need (?:you to|your|(?:an?|the|some|more) [^.]{1,60} from you)\b|\bplease (?:paste|provide|share|send|upload|grant|approve|authori[sz]e|log ?in|sign in|enter|run (?:the following|this|these))\b|\bonce you(?:['’]ve| have)? [^.]{1,80}\b(?:let me know|tell me|I['’]ll|I will|I can|we (?:can|will))\b|\b(?:let me know|tell me) (?:once|when|after) (?:you|it|that|this)\b|\b(?:need|provide|share|give me) (?:some |a (?:bit|little) )?more (?:details?|context|info(?:rmation)?|specifics|instructions?)\b|\bcould you (?:please )?(?:clarify|specify)\b|\byou(?:['’]ll| will)? still (?:need|have) to\b/i;
/** A result that only the person will see. */
const handsOver =
  /\b(?:please|now|go ahead and) (?:restart|relaunch|reload|re-?run|try|test|verify|launch)\b|\blet me know (?:how (?:it|that|this|the)|whether|if (?:it|that|this) (?:works|goes|helps))\b|\bready for (?:you to|manual) (?:test|try|verif)/i;
const committed =
  /\b(?:is|are|was|were|been|already|now|got) (?:now |already |all )?(?:committed|included in (?:a |the )?\w* ?commit)\b|\bcommit(?:ted)?\b[^.]{0,40}\b(?:went through|succeeded|successful(?:ly)?|is (?:effectively )?done)\b|^(?:done[.!] )?committed\b/i;
const notCommitted = /\b(?:not|never|once|until|when|if|after(?! all)|before|nothing|un\w+)\b|n['’]t\b/i;
/** About another time, or a case that may not come. */
const notNow = /\b(?:was|were|if|while|whenever|rather than|instead of|without|no longer|vs)\b/i;
const fails = /\b(?:fail(?:s|ed|ing|ures?)?|errors?|broken|red)\b/i;
const excuse =
  /\b(?:pre-?existing|unrelated|not related|not caused by|nothing to do with|existed before|already (?:failing|failed|broken)|expected|known (?:issue|flak)|flaky|environment(?:al)?|sandbox)\b/i;
const declined =
  /\bI(?:['’]m| am) (?:sorry|afraid|unable)\b|\bI (?:can(?:['’]t|not)|could ?n[o'’]t|was(?: not|n['’]t) able to|do(?: not|n['’]t) have (?:the ability|access|a way|direct|any way)|don['’]t actually have)\b(?! (?:see|find) (?:any |anything )?(?:\w+ )?(?:issues?|problems?|errors?|bugs?|wrong|reasons?|evidence|signs?)\b)|\bI(?:['’]m| am)\b[^.]{0,60}\b(?:and|so) (?:I )?can(?:['’]t|not)\b|^unfortunately\b|\b(?:giving up|not possible to)\b|\bno (?:\w+ )?(?:results|matches) (?:were|was) (?:found|returned)\b|\b(?:did|could)(?:n['’]t| not) find any (?:\w+ ){0,2}(?:results|matches|information)\b|\bsearch\b[^.]{0,80}\bfound no\b/i;
const instead =
  /\bhowever,? (?:I|we)\b|\bbut I (?:can|will|have|did|was able)\b|\binstead,? I\b|^(?:here(?:['’]s| is| are)|I(?:['’]ve| have) (?:added|updated|created|fixed|written|changed))\b/i;
const intent =
  /^(?:(?:now|next|first|then|ok(?:ay)?|great|perfect|good|sure|alright)[,.!:]? +)*(?:(?:I['’]ll|I will)(?! (?:now )?(?:be (?:happy|glad|here|ready|able)|exit|stop|end|finish|conclude|remember|keep|note|avoid|follow|stick))|let me(?! know)|I['’]m going to|I am going to|I need to|let['’]s)\b/i;
/** The whole message; in a longer one "Running the tests shows …" is a result. */
const announcement =
  /^(?:now )?(?:re-?)?(?:running|checking|fixing|updating|creating|writing|adding|reading|building|testing|verifying|searching|installing|committing|pushing|applying|starting|implementing) (?:the|all|it|them|this|that|these|a|an|now)\b/i;
const error =
  /\b(?:error|exception|panic(?:ked)?|traceback|fatal)\b\s*(?:\[|:|\()|\b\w+(?:Error|Exception)\b|\bfailed (?:to|with)\b|\b(?:I(?:'m| am)? (?:get|getting|see|seeing)|there(?:'s| is)) (?:an? |this |the )?(?:\w+ )?error\b/i;

/** Sentences and list items of the prose; code and quotes are not what the agent states. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let isCode = false;
  for (const line of twoEnds(text).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode && !/^\s*>/.test(line))
      for (const sentence of line.split(/(?<=[.!?…])\s+(?=\S)/)) {
        const plain = sentence.replace(/^[\s#*_•–-]+|[*_\s]+$/g, '').replace(/\*\*/g, '');
        if (/\p{L}/u.test(plain)) sentences.push(plain);
      }
  }
  return sentences;
}

/** Of a very long text its beginning and end: nobody states the result in the middle. */
function twoEnds(text: string): string {
  return text.length <= 2 * window ? text : `${text.slice(0, window)}\n${text.slice(-window)}`;
}

const window = 4_000;
const longestCall = 500;

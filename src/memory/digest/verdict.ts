/** What a prompt expresses about the work before it. */
export function verdictOf(prompt: string): 'content' | 'discontent' | undefined {
  const words = prompt.trim().toLowerCase();
  if (correction.test(words) || objection.test(words)) return 'discontent';
  return words.length <= longestThanks && content.test(words) ? 'content' : undefined;
}

/** Whether a prompt states that the work before it does not do what it should. A correction ("no, call it b") need not. */
export function isObjection(prompt: string): boolean {
  return objection.test(prompt.trim().toLowerCase());
}

/** Longer ones give thanks for one thing and ask for the next. */
const longestThanks = 80;

const content =
  /^(?:ok(?:ay)?[,.! ]+)?(?:thanks?\b|thank you|thx\b|ty\b|perfect\b|great\b|awesome\b|excellent\b|nice\b|amazing\b|lovely\b|brilliant\b|well done|good job|looks (?:good|great|right)|lgtm\b|(?:it|that|this) works\b|works (?:now|great|fine|well)|(?:it )?works!*$|(?:good|cool|super|nice one)[.! ]*$|merci\b|danke\b|gracias\b|obrigad[oa]\b|grazie\b|спасибо|谢谢|ありがとう|감사)/u;

const correction = /^(?:no[,.! ]|nope\b|wrong\b|stop\b|undo\b|revert\b)/u;
const objection =
  /\b(?:still (?:not|does ?n[o']t|is ?n[o']t|fail|broken|the same|wrong|see(?:ing)?|getting)|(?:does ?n[o']t|did ?n[o']t|is ?n[o']t|not) work(?:ing)?\b|that'?s (?:not (?:right|what|correct)|wrong)|you (?:broke|forgot|missed|did ?n[o']t|have ?n[o']t)|same (?:error|problem|issue)|still\b[^.?!]{1,30}\b(?:fail|error|broken|issue|problem)|nothing (?:happen|change|was written)|why (?:did|would) you|makes? no sense|not what i|i (?:still )?(?:can ?'?t|cannot|do ?n'?t) (?:see|get|find|open|access)|^can ?'?t (?:see|get|find|open|access))/u;

/** Whether a prompt only says hello, or tries whether anybody answers. */
export function isGreeting(prompt: string): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(prompt) ||
    /^(?:hi|hello|hey|hallo|yo|test(?:ing)?|ping|good (?:morning|evening))\b[\s\p{P}\p{S}]*(?:there|again)?[\s\p{P}\p{S}]*$/iu.test(
      prompt,
    )
  );
}

/** Whether a prompt only ends the conversation, or clears the screen. */
export function isFarewell(prompt: string): boolean {
  return /^(?:exit|quit|clear|cls|bye(?:[- ]?bye)?|goodbye|q|:q|:wq)[\s.!]*$/i.test(prompt);
}

/** `/clear`, `/drop a.ts`, `/run npm test`, `ls`: typed by a person; most control a program and ask nothing of the agent. */
export function isBareCommand(prompt: string): boolean {
  return /^\/(?:run|test|lint|git) |^\/[\w:-]+(?: \S+)?$|^(?:ls|ll|pwd|cd|whoami|git status)(?: \S+)?$/.test(prompt);
}

/** Whether a prompt asks to know something, rather than to have it done. */
export function wantsAnswer(prompt: string): boolean {
  return asksToKnow.test(prompt) || (prompt.trimEnd().endsWith('?') && !asksToDo.test(prompt));
}

const asksToKnow =
  /^(?:ok(?:ay)?[,. ]+|so[,. ]+|and[,. ]+|now[,. ]+|please )*(?:what|why|how|who|where|when|which|is|are|was|were|does|do (?:we|i|you)|did|has|have|explain|describe|tell me|show|list|find|search|check|look|review|analy[sz]e|investigate|diagnose|compare|summari[sz]e|read|run|test|verify|plan|discuss|think)\b/i;
const asksToDo =
  /\b(?:can|could|would|will) (?:you|we) (?:please )?(?!tell|explain|show|find|check|see|look|describe|list)\w+/i;

/** Whether a prompt is a question, which any answer answers. */
export function isQuestion(prompt: string): boolean {
  return wantsAnswer(prompt) && (/\?\s*$/.test(prompt) || interrogative.test(prompt));
}

const interrogative =
  /^(?:ok(?:ay)?[,. ]+|so[,. ]+|and[,. ]+)*(?:what|why|how|who|where|when|which|is|are|was|were|does|did|has|have)\b/i;

/** Whether a prompt asks to have something done. */
export function isTask(prompt: string): boolean {
  return !wantsAnswer(prompt) && !isGreeting(prompt);
}

/** Whether a prompt asks to have files changed. */
export function wantsEdit(prompt: string): boolean {
  return edits.test(prompt) && !wantsAnswer(prompt);
}

const edits =
  /^(?:ok(?:ay)?[,. ]+|so[,. ]+|and[,. ]+|now[,. ]+|please |can you (?:please )?|could you (?:please )?|let'?s )*(?:add|build|change|convert|create|edit|fix|implement|integrate|make|migrate|modify|port|refactor|remove|rename|replace|rewrite|update|write)\b/i;

/** Whether a prompt asks to have something repaired. */
export function wantsRepair(prompt: string): boolean {
  return /\b(?:fix(?:es|ed|ing)?|repair|debug|solve|resolve|bug|broken|fail(?:s|ed|ing|ures?)?|errors?|not work(?:ing)?|crash(?:es|ed)?)\b/i.test(
    prompt,
  );
}

/** Whether a prompt asks to have something tried out. */
export function wantsTrial(prompt: string): boolean {
  return /\b(?:test(?:ing)?|verify|try(?:ing)?|check (?:it|that|this|if|whether))\b/i.test(prompt);
}

/** Whether a prompt asks to have work taken back. */
export function wantsRevert(prompt: string): boolean {
  return /\b(?:revert|undo|roll(?:ed)? ?back|reset|restore|discard|throw away|put (?:it|that|this|them) (?:all )?back)\b/i.test(
    prompt,
  );
}

/** Whether a prompt asks to have the work delivered. */
export function wantsDelivery(prompt: string): boolean {
  return (
    delivery.test(prompt) &&
    !/\b(?:do ?n[o']?t|never|before|without|not) (?:\w+ ){0,2}(?:commit|push|merge)/i.test(prompt)
  );
}

const delivery =
  /\b(?:commit|push|merge)(?: (?:it|this|that|them|all|everything|your|the|my|and|to|changes?)\b|[\s.!]*$)|\b(?:open|create|make|raise|submit) (?:an? |the )?(?:pr|pull request|mr|release)\b/i;

/** Whether a prompt, or an agent, settles how something is to be done. */
export function settles(words: string, by: 'user' | 'agent'): boolean {
  return (by === 'user' ? settledByUser : settledByAgent).test(words);
}

const settledByUser =
  /^(?:no[,. ]+(?!\w+\?)|do ?n[o']?t\b|never\b|always\b|instead\b|actually\b|rather\b|let'?s (?:use|go with|keep|not|stick|skip|drop|leave|do)\b|we (?:should|will|won'?t|don'?t|need to)\b|i(?:'d| would)? (?:prefer|rather)\b|use\b|keep\b|skip\b|go with\b|make sure\b|remember\b)|\b(?:instead of|rather than|from now on)\b/i;
const settledByAgent =
  /\bI['’](?:m|ll|ve)\b.{0,80}\b(?:instead of|rather than)\b|\b(?:decided (?:to|on|against)|(?:i['’]ll|let['’]s|i['’]m going to|going to) (?:go with|stick (?:with|to)|switch to|keep)|(?:chose|opted|settled) (?:to|for|on))\b/i;

/** What a prompt expresses about the work before it. */
export function verdictOf(prompt: string): 'content' | 'discontent' | undefined {
  const words = prompt.trim().toLowerCase();
  if (discontent.test(words)) return 'discontent';
  return words.length <= longestThanks && content.test(words) ? 'content' : undefined;
}

/** Longer ones give thanks for one thing and ask for the next. */
const longestThanks = 80;

const content =
  /^(?:ok(?:ay)?[,.! ]+)?(?:thanks?\b|thank you|thx\b|ty\b|perfect\b|great\b|awesome\b|excellent\b|nice\b|amazing\b|lovely\b|brilliant\b|well done|good job|looks (?:good|great)|lgtm\b|(?:it|that|this) works\b|works (?:now|great|fine|well)|(?:it )?works!*$|merci\b|danke\b|gracias\b|obrigad[oa]\b|grazie\b|спасибо|谢谢|ありがとう|감사)/u;

const discontent =
  /^(?:no[,.! ]|nope\b|wrong\b|stop\b|undo\b|revert\b)|\b(?:still (?:not|does ?n[o']t|is ?n[o']t|fail|broken|the same|wrong|see(?:ing)?|getting)|(?:does ?n[o']t|did ?n[o']t|is ?n[o']t|not) work(?:ing)?\b|that'?s (?:not (?:right|what|correct)|wrong)|you (?:broke|forgot|missed|did ?n[o']t|have ?n[o']t)|same (?:error|problem|issue)|nothing (?:happen|change|was written)|why (?:did|would) you|makes? no sense|not what i)/u;

/** Whether an answer says that what was asked could not be done. */
export function givesUp(answer: string): boolean {
  return (
    gaveUp.test(answer) &&
    !/\bhowever,? I (?:can|will|have|did|was)\b|\bbut I (?:can|will|have|did|was able)\b/i.test(answer)
  );
}

const gaveUp =
  /\bI(?:['’]m| am) (?:sorry|afraid|unable)\b|\bI (?:can(?:['’]t|not)|could ?n[o'’]t|was(?: not|n['’]t) able to|do(?: not|n['’]t) have (?:the ability|access|a way|direct|any way)|don['’]t actually have)\b(?! (?:see|find) (?:any|anything)\b)|\bunfortunately\b|\b(?:giving up|not possible to)\b/i;

/** Whether a prompt shows an error, as a rule pasted from where it came up. */
export function reportsError(prompt: string): boolean {
  return /\b(?:error|exception|panic(?:ked)?|traceback)\b\s*(?:\[|:|\()|\b\w+(?:Error|Exception)\b|\b(?:I(?:'m| am)? (?:get|getting|see|seeing)|there(?:'s| is)) (?:an? |this |the )?(?:\w+ )?error\b/i.test(
    prompt,
  );
}

/** Whether somebody who answers so wants to know more before anything is done. */
export function asksBack(answer: string): boolean {
  return /\b(?:could|can|would) you (?:please )?(?:provide|clarify|tell|let me know|share|specify|explain)\b|\bwhat would you like\b|\bhow can i help\b|\?\s*$/i.test(
    answer,
  );
}

/** Whether a prompt, or an agent, settles how something is to be done. */
export function settles(words: string, by: 'user' | 'agent'): boolean {
  return (by === 'user' ? settledByUser : settledByAgent).test(words);
}

const settledByUser =
  /^(?:no[,. ]+(?!\w+\?)|do ?n[o']?t\b|never\b|always\b|instead\b|actually\b|rather\b|let'?s (?:use|go with|keep|not|stick|skip|drop|leave|do)\b|we (?:should|will|won'?t|don'?t|need to)\b|i(?:'d| would)? (?:prefer|rather)\b|use\b|keep\b|skip\b|go with\b|make sure\b|remember\b)|\b(?:instead of|rather than|from now on)\b/i;
const settledByAgent =
  /\bI['’](?:m|ll|ve)\b.{0,80}\b(?:instead of|rather than)\b|\b(?:decided (?:to|on|against)|(?:i['’]ll|let['’]s|i['’]m going to|going to) (?:go with|stick (?:with|to)|switch to|keep)|(?:chose|opted|settled) (?:to|for|on))\b/i;

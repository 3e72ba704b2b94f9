/**
 * Words that say nothing about what is looked for: of English, and the commonest of German, French, Spanish and
 * Portuguese. One list, because a question does not say which language it is in; so what is also an English word or a
 * name of developers (`die`, `bin`, `comment`) is not in it.
 */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are aren as at be because been before being below between
   both but by can cannot could couldn d did didn do does doesn doing don down during each else ever few for from further
   get gets getting got had hadn has hasn have haven having he her here hers herself him himself his how i if in into is
   isn it its itself just let like ll m may me might mightn more most much must mustn my myself no nor not now of off on
   once one only or other our ours ourselves out over own please re s same shall shan she should shouldn so some such t
   than that the their theirs them themselves then there these they this those through to too under until up us ve very
   was wasn we were weren what when where which while who whom whose why will with won would wouldn you your yours
   yourself yourselves
   aber als auch auf aus bei das dass dem der des ein eine einem einen einer es haben habe hatte
   ich ihr im ist kann mit nach nicht noch nur oder sich sie sind uber um und uns unter vom von vor warum was wenn
   wer werden wie wir wird wo wurde zu zum zur
   au aux avec ce ces cette dans de du elle en est et il ils je la le les leur mais nous ou pas pourquoi
   qu que quel quelle qui sa ses sont un une vous
   al como cual cuando del donde el eran ese esta este fue hay lo los las mas muy para pero por porque que se ser
   sobre su sus una uno y ya
   ao aos da das dos ele ela em foi isso mas na nas nao nos num numa o os pelo pela quando quem seu sua tem uma`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * The inks of stemma: red means failure and nothing else. Plain colours, not variables, which some viewers do not
 * know.
 */
interface Inks {
  readonly paper: string;
  readonly box: string;
  readonly line: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly lapis: string;
  readonly verdigris: string;
  readonly rubric: string;
  readonly rubricTint: string;
  readonly ochre: string;
  readonly murex: string;
  readonly murexTint: string;
}

const light: Inks = {
  paper: '#faf9f6',
  box: '#ffffff',
  line: '#8a8478',
  ink: '#1c1a17',
  ink2: '#4f4b44',
  ink3: '#6b665d',
  lapis: '#2350c4',
  verdigris: '#0b6b5b',
  rubric: '#b3261a',
  rubricTint: '#fbe6e2',
  ochre: '#855300',
  murex: '#7330a3',
  murexTint: '#f3e8fa',
};

const dark: Inks = {
  paper: '#131210',
  box: '#191815',
  line: '#7d776b',
  ink: '#edeae3',
  ink2: '#bdb7ab',
  ink3: '#a49e91',
  lapis: '#8fadff',
  verdigris: '#5cc9b3',
  rubric: '#ff8d80',
  rubricTint: '#45201b',
  ochre: '#e0ad49',
  murex: '#cf9ff2',
  murexTint: '#34234a',
};

/** The style sheet of a picture, by day and by night. */
export const pictureStyle = `${shapesAndFaces()}${colours(light)}@media (prefers-color-scheme:dark){${colours(dark)}}`;

function shapesAndFaces(): string {
  return [
    'text{font:11px ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;white-space:pre}',
    '.title{font-size:17px;font-weight:650}.head{font-size:12px;font-weight:650}.tool{font-size:11px;font-weight:400}.number{font-weight:600;text-anchor:end}',
    '.words{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}.because,.from{font-size:10px}.from{text-anchor:middle}',
    '.outline{stroke-width:1.2}.inner{fill:none}.failed .outline{stroke-width:2.4}.target .outline{stroke-width:2.6}.elsewhere .outline{stroke-dasharray:5 3}',
    '.edge{fill:none}.edge.judged{stroke-dasharray:10 3 2 3}.edge.inferred{stroke-dasharray:6 4}.edge.guess{stroke-dasharray:.1 5;stroke-linecap:round}.mark{fill-rule:evenodd}',
  ].join('');
}

function colours({
  paper,
  box,
  line,
  ink,
  ink2,
  ink3,
  lapis,
  verdigris,
  rubric,
  rubricTint,
  ochre,
  murex,
  murexTint,
}: Inks): string {
  return [
    `.paper{fill:${paper}}text{fill:${ink2}}.title,.head,.words,.number{fill:${ink}}.because,.tool,.from{fill:${ink3}}`,
    `.outline{fill:${box};stroke:${line}}.inner{stroke:${line}}.prompt .outline{fill:${murexTint};stroke:${murex}}.edit .outline,.edit .inner{stroke:${lapis}}.check .outline{stroke:${verdigris}}.agent .outline,.agent .inner{stroke:${ochre}}`,
    `.failed .outline{fill:${rubricTint};stroke:${rubric}}.failed .number{fill:${rubric}}.target .outline{stroke:${lapis}}.failed.target .outline{stroke:${rubric}}`,
    `.mark{fill:${ink3}}.prompt .mark{fill:${murex}}.edit .mark{fill:${lapis}}.check .mark{fill:${verdigris}}.agent .mark{fill:${ochre}}`,
    `.edge{stroke:${ink3}}.tip{fill:${ink3}}`,
    ...Object.entries({ asked: murex, informed: lapis, reacted: rubric, retried: ochre, verifies: verdigris }).map(
      ([type, colour]) => `.edge.${type}{stroke:${colour}}.tip.${type}{fill:${colour}}`,
    ),
  ].join('');
}

import type { Sink } from '../sink.ts';
import { tellBlocks } from './blocks.ts';
import type { Block } from './blocks.ts';

/** Manual pages in mdoc and man: sections, terms with what is said of them, text. */
export function readRoff(page: string, sink: Sink): void {
  const blocks: Block[] = [];
  let text = '';
  let term = false;
  const close = (kind: Block['kind'] = 'text'): void => {
    if (text.trim()) blocks.push({ kind, text: plain(text) });
    text = '';
  };
  for (const line of page.split('\n')) {
    const macro = /^[.']\s*(\w+)\s*(.*)$/.exec(line);
    if (!macro) {
      text += ' ' + line;
      if (term) close('term');
      term = false;
      continue;
    }
    const [, name, rest] = macro;
    if (/^(?:SH|SS|Sh|Ss)$/.test(name!)) {
      close();
      text = rest!;
      close('head');
    } else if (name === 'It' || (name === 'IP' && rest)) {
      close();
      text = words(rest!);
      close('term');
    } else if (name === 'TP') {
      close();
      term = true;
    } else if (/^(?:Pp|PP|P|LP|El|Bl|IP|RE|RS|sp|br|nf|fi|Bd|Ed)$/.test(name!)) close();
    else if (
      /^(?:Nm|Nd|Fn|Fa|Va|Dv|Er|Em|Ar|Fl|Ql|Li|Xr|Sy|Pa|Vt|Ft|Cm|Ic|Ev|B|I|BR|IR|BI|RB|RI|IB|Dq|Sq|Pq|Qq|No|Ns|Tn)$/.test(
        name!,
      )
    )
      text += ' ' + words(rest!);
  }
  close();
  tellBlocks(blocks, sink);
}

function words(rest: string): string {
  return rest
    .replace(/\b(?:Nm|Er|Em|Dv|Fa|Fn|Ar|Fl|Va|Li|Sy|Xr|Ns|No|Pa|Bq|Aq|Pq|Ql)\b/g, ' ')
    .replace(/"/g, '')
    .replace(/(?<= )\d\d?(?= )|^\s*\d+\s/g, '')
    .replace(/ [.,;]$/, '');
}

function plain(text: string): string {
  return text
    .replace(/\\f(?:\(..|\[\w+\]|.)/g, '')
    .replace(/\\\((?:aq|cq|oq)/g, "'")
    .replace(/\\\((?:lq|rq)/g, '"')
    .replace(/\\[&|^%:]|\\s[-+]?\d/g, '')
    .replace(/\\-/g, '-')
    .replace(/\\e/g, '\\')
    .replace(/\\\*\([A-Z]./g, '');
}

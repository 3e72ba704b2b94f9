/** A column to read, by day and by night, on a phone and on paper. */
export const transcriptStyle = `
:root{color-scheme:light dark;--paper:#faf9f6;--raised:#f3f1ec;--line:#d8d3c8;--ink:#1c1a17;--ink2:#4f4b44;--lapis:#2350c4;--rubric:#a3211a;--green:#0b5c4e;--added:#dff2ed;--removed:#fbe6e2}
@media (prefers-color-scheme:dark){:root{--paper:#131210;--raised:#23211d;--line:#3b3831;--ink:#edeae3;--ink2:#bdb7ab;--lapis:#8fadff;--rubric:#ff9a8f;--green:#7fd6c2;--added:#12362f;--removed:#43201c}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0 auto;padding:0 16px 64px;max-width:860px;background:var(--paper);color:var(--ink);font:15px/1.55 ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif}
header{padding:24px 0 12px;border-bottom:1px solid var(--line)}h1{margin:0;font-size:22px;overflow-wrap:anywhere}header p{margin:4px 0 0;color:var(--ink2);overflow-wrap:anywhere}
h2{margin:0 0 4px;font-size:13px;color:var(--lapis)}time{color:var(--ink2);font-weight:400;font-variant-numeric:tabular-nums}
.prompt{margin:28px 0 12px;padding:10px 14px;border-left:3px solid var(--lapis);background:var(--raised);border-radius:0 6px 6px 0}
.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}.message{margin:12px 0}
.note{margin:12px 0;padding:6px 12px;border-left:3px solid var(--rubric)}
details{margin:3px 0}summary{cursor:pointer;overflow-wrap:anywhere;unicode-bidi:isolate}
.call>summary{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.result>summary{padding-left:18px;color:var(--ink2);font-size:13px}.result.failed>summary{color:var(--rubric)}
.quiet{color:var(--ink2);font-size:13px}.path{margin:6px 0 0 18px;font-size:13px;color:var(--ink2);overflow-wrap:anywhere}
pre{margin:4px 0 8px 18px;padding:8px 10px;max-height:480px;overflow:auto;background:var(--raised);border-radius:5px;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
ins,del{text-decoration:none}ins{background:var(--added);color:var(--green)}del{background:var(--removed);color:var(--rubric)}
img{display:block;max-width:100%;max-height:640px;margin:8px 0 8px 18px;border:1px solid var(--line)}
button{font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:5px;padding:4px 10px;cursor:pointer}
:focus-visible{outline:2px solid var(--lapis);outline-offset:2px}
@media print{pre{max-height:none}.tools{display:none}}
`;

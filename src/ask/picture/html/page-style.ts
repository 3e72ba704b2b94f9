/** How the page around the picture looks: from 390 to 2,560 pixels, by day and by night. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:#faf9f6;--surface:#fff;--raised:#f3f1ec;--line:#d8d3c8;--ink:#1c1a17;--ink2:#4f4b44;--lapis:#2350c4;--tint:#e9eefc;--rubric:#b3261a;--murex:#7330a3;--dim:#716c63}
@media (prefers-color-scheme:dark){:root{--paper:#131210;--surface:#191815;--raised:#23211d;--line:#3b3831;--ink:#edeae3;--ink2:#bdb7ab;--lapis:#8fadff;--tint:#1f2a49;--rubric:#ff8d80;--murex:#cf9ff2;--dim:#8d877b}}
*{box-sizing:border-box}[hidden]{display:none!important}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:13px/1.45 ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif}
header{padding:10px 16px 8px;border-bottom:1px solid var(--line);background:var(--raised)}
h1{margin:0;font-size:16px;overflow-wrap:anywhere}h2{margin:16px 0 4px;font-size:13px}header p{margin:2px 0 0;color:var(--ink2);overflow-wrap:anywhere}
.tools{display:flex;flex-wrap:wrap;gap:6px 18px;align-items:center;margin-top:8px}
.tools label{display:inline-flex;gap:6px;align-items:center}.tools span{display:inline-flex}
button,input{font:inherit;color:inherit}
button{background:var(--surface);border:1px solid var(--line);border-radius:5px;padding:4px 10px;min-height:28px;cursor:pointer}
span>button:not(:first-child){border-left:0;border-radius:0 5px 5px 0}span>button:not(:last-child){border-radius:5px 0 0 5px}span>button:not(:first-child):not(:last-child){border-radius:0}
button[aria-pressed=true]{background:var(--lapis);border-color:var(--lapis);color:var(--paper)}
input[type=search]{background:var(--surface);border:1px solid var(--line);border-radius:5px;padding:4px 8px;width:190px;min-height:28px}
input[type=range]{width:110px;accent-color:var(--lapis)}output{color:var(--ink2);font-variant-numeric:tabular-nums}
details{position:relative}summary{cursor:pointer}details p{position:absolute;z-index:2;right:0;width:min(320px,80vw);padding:10px;background:var(--surface);border:1px solid var(--line);border-radius:7px;color:var(--ink)}
:focus-visible{outline:2px solid var(--lapis);outline-offset:2px}
main{flex:1;min-height:0;display:grid;grid-template-columns:minmax(0,1fr) clamp(320px,30vw,760px)}
#canvas{overflow:auto;cursor:grab;touch-action:pan-x pan-y}#canvas.moving{cursor:grabbing;user-select:none}
.key{display:block;margin:12px 16px 0;max-width:calc(100% - 32px)}#picture{display:block;margin:0 auto}
#picture [role=option]{cursor:pointer;outline:none}
#picture [role=option]:focus-visible .outline,#picture .chosen .outline{stroke:var(--lapis);stroke-width:3.4}
#picture .found .outline{stroke:var(--murex);stroke-width:3;stroke-dasharray:2 2}
#picture.lighting .edges{opacity:.18}
#picture.lighting [role=option]:not(.lit) :is(text,tspan){fill:var(--dim);font-weight:400}#picture.lighting [role=option]:not(.lit) .outline{fill:var(--paper);stroke:var(--line);stroke-width:1}#picture.lighting [role=option]:not(.lit) :is(.mark,.inner){fill:var(--line);stroke:none}
#inspector{overflow:auto;padding:4px 18px 32px;border-left:1px solid var(--line);background:var(--surface);overflow-wrap:anywhere}
#inspector dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 12px;margin:8px 0}#inspector dt{color:var(--ink2)}#inspector dd{margin:0}
#inspector pre{margin:0;padding:8px 10px;max-height:340px;overflow:auto;white-space:pre-wrap;background:var(--raised);border-radius:5px;unicode-bidi:isolate}
pre,code{font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
#inspector ul{list-style:none;margin:0;padding:0}#inspector li{margin:0 0 8px}
#inspector li button{display:block;width:100%;text-align:left;padding:6px 10px;unicode-bidi:isolate}#inspector li button:hover{background:var(--tint)}
#inspector li b{font-weight:600}#inspector li p{margin:3px 0 0 10px;color:var(--ink2)}
.meter{display:inline-block;width:56px;height:5px;margin-right:6px;vertical-align:2px;background:var(--line);border-radius:3px;overflow:hidden}.meter i{display:block;height:100%;background:var(--lapis)}
.bad{color:var(--rubric);font-weight:600}.quiet{color:var(--ink2)}
@media (max-width:760px){main{grid-template-columns:minmax(0,1fr);grid-template-rows:minmax(0,1fr) minmax(0,44vh)}#inspector{border-left:0;border-top:1px solid var(--line)}header{padding:8px 12px}.tools{gap:6px 10px}input[type=search]{width:120px}header p{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}}
@media print{main{display:block}#inspector,.tools{display:none}}
`;

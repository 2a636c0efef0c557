extension Page {
  /// Colours have a contrast of at least 4.5 for text and 3 for lines (WCAG 2.2) on their background, light and dark. Colours of one plot differ
  /// in lightness as well, so that the colour-blind can tell them apart. The shadows at the edges of a table show that it can be scrolled.
  static let styleSheet: Markup = """
    :root{color-scheme:light dark;--back:#fff;--panel:#f6f8fa;--text:#1c2128;--muted:#59636e;--rule:#d8dee4;--p50:#0b3d91;--p90:#2a68c8;
    --p99:#5b8ede;--max:#7a8ca6;--good:#1a7f5a;--warn:#9a6700;--bad:#c0341d;--other:#a83c84;--hover:#1c212812;
    --edge:#1c212833}
    @media(prefers-color-scheme:dark){:root{--back:#12161b;--panel:#1a2027;--text:#e6eaef;--muted:#9aa6b2;--rule:#2e363f;--p50:#d3e2ff;
    --p90:#93b8fb;--p99:#5f90ea;--max:#7688a2;--good:#4fc08d;--warn:#d9a441;--bad:#ff7b66;--other:#e58cc2;--hover:#e6eaef14;
    --edge:#000000b0}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
    main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 3rem}
    h1{font-size:1.75rem;line-height:1.2;margin:0}
    h2{font-size:1.1rem;margin:2.5rem 0 .5rem}
    p{margin:.25rem 0}
    .sub,figcaption,footer,th,dt{color:var(--muted)}
    .sub{overflow-wrap:anywhere}
    .note{border-left:4px solid var(--warn);background:var(--panel);padding:.5rem .9rem;margin:.75rem 0;overflow-wrap:anywhere}
    .note.bad{border-color:var(--bad)}
    ul{margin:.25rem 0;padding-left:1.25rem;overflow-wrap:anywhere}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.25rem,1fr));gap:.6rem;margin:1.5rem 0 0;padding:0}
    .tiles div{background:var(--panel);border-radius:8px;padding:.6rem .75rem}
    .tiles dt{font-size:.85rem}
    .tiles dd{margin:0;font-size:1.2rem;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
    .tiles dd.bad{color:var(--bad)}
    figure{margin:.5rem 0}
    figcaption{font-size:.9rem}
    svg{display:block;width:100%;height:auto;font:12px system-ui,sans-serif}
    svg.narrow{display:none}
    .scroll{overflow-x:auto;background:linear-gradient(90deg,var(--back) 30%,#0000) 0 0/3rem 100% no-repeat local,
    linear-gradient(270deg,var(--back) 30%,#0000) 100% 0/3rem 100% no-repeat local,
    linear-gradient(90deg,var(--edge),#0000) 0 0/.75rem 100% no-repeat,linear-gradient(270deg,var(--edge),#0000) 100% 0/.75rem 100% no-repeat}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
    th,td{text-align:right;padding:.35rem .6rem;border-bottom:1px solid var(--rule);white-space:nowrap}
    th{font-weight:500;font-size:.9rem}
    th:first-child,td:first-child{text-align:left;padding-left:0}
    .short{max-width:32rem}
    .prose th,.prose td{text-align:left;vertical-align:top;white-space:normal;overflow-wrap:anywhere}
    .prose th:first-child{white-space:nowrap}
    @media(max-width:40rem){svg.wide{display:none}svg.narrow{display:block}main{padding:1.25rem .9rem 2rem}
    th,td{padding:.35rem .3rem}td{font-size:.95rem}}
    .bad{color:var(--bad)}.good{color:var(--good)}
    .note.bad{color:inherit}
    dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:.5rem 0}
    dl.facts dd{margin:0;overflow-wrap:anywhere}
    pre{background:var(--panel);border-radius:8px;padding:.8rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;
    font:14px/1.5 ui-monospace,monospace}
    footer{margin-top:2.5rem;font-size:.9rem}
    .grid{stroke:var(--rule);fill:none}
    .tick{fill:var(--muted)}
    .label{fill:var(--text)}
    .shade{fill:var(--back);opacity:.6}
    .edge{stroke:var(--muted);stroke-dasharray:2 3}
    .hover{fill:transparent}.hover:hover{fill:var(--hover)}
    .line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
    .area{fill:currentColor;opacity:.22}
    .solid{opacity:.8;stroke:var(--back)}
    .swatch{fill:currentColor}
    .p50{color:var(--p50)}.p90{color:var(--p90)}.p99{color:var(--p99)}.max{color:var(--max)}
    .ok{color:var(--good)}.caution{color:var(--warn)}.failed{color:var(--bad)}.else{color:var(--other)}
    .dashed{stroke-dasharray:5 4}
    @media print{.tiles div,pre,.note{border:1px solid var(--rule)}h2{break-after:avoid}figure,.tiles,.note,tr,pre{break-inside:avoid}
    .scroll{background:none}main{max-width:none;padding:0}}

    """
}

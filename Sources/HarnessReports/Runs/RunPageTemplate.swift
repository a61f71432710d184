/// The page's head with its styles. Colours carry no meaning alone: every verdict has a shape and a word.
func runPageHead(title: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(title)</title>
    <style>
    :root { color-scheme: light dark; --paper: #fbfaf8; --ink: #1d1f23; --soft: #5e636d; --line: #dedbd5; --card: #fff;
      --none: #2f7d4f; --low: #217582; --medium: #8f5b00; --high: #b93a08; --severe: #b3151f; --blocking: #7c2291; --unknown: #665900;
      --primary: #33658a; --interstitial: #b5651d; }
    @media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e9e7e2; --soft: #a3a9b3; --line: #33373e; --card: #1d2024;
      --none: #6cc48f; --low: #69c5d4; --medium: #e5b04d; --high: #ff8a55; --severe: #ff7f87; --blocking: #d58bea; --unknown: #d9c64a;
      --primary: #4d86ad; --interstitial: #c97a33; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 100rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
    h1 { font-size: 1.7rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; } h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
    p { margin: .4rem 0; } a { color: inherit; } .soft { color: var(--soft); } .small { font-size: .85rem; } code { font-size: .82rem; overflow-wrap: anywhere; }
    .verdict { display: inline-block; margin: .75rem 0; padding: .3rem .9rem; border-radius: 2rem; font-weight: 600; color: var(--card); }
    .verdict.none { background: var(--none); } .verdict.severe { background: var(--severe); } .verdict.unknown { background: var(--unknown); }
    dl.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .5rem 0; } .facts div { display: flex; flex-direction: column-reverse; } .facts dt { color: var(--soft); font-size: .8rem; } .facts dd { margin: 0; font-weight: 600; font-size: 1.15rem; }
    .none { color: var(--none); } .low { color: var(--low); } .medium { color: var(--medium); } .high { color: var(--high); font-weight: 600; } .severe { color: var(--severe); font-weight: 700; }
    .blocking { color: var(--blocking); font-weight: 700; } .unknown, .timed-out, .error { color: var(--unknown); font-weight: 600; } .not-run, .unsupported { color: var(--soft); }
    .verdict.none, .verdict.severe, .verdict.unknown { color: var(--card); }
    .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .3rem .8rem; border-radius: .4rem; z-index: 9; }
    .shares { display: flex; gap: 2px; height: .7rem; border-radius: .35rem; overflow: hidden; margin: .6rem 0; } .shares span { background: currentColor; min-width: 3px; }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: .8rem; align-items: start; }
    .card { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .9rem 1.1rem; min-width: 0; } .card h3 { margin: .15rem 0 .4rem; } .cause { border-left: 3px solid var(--interstitial); padding-left: .6rem; overflow-wrap: anywhere; }
    .places { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .25rem .9rem; margin: .6rem 0 0; font-size: .88rem; align-items: baseline; } .places dt { font-weight: 600; overflow-wrap: anywhere; } .places dd { margin: 0; display: flex; flex-wrap: wrap; gap: .25rem; }
    .card header { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; }
    .places button { font: inherit; font-size: .85rem; color: inherit; background: none; border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .7rem; margin: .1rem 0; cursor: pointer; }
    button:hover, td[data-cell]:hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
    .filters { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: end; margin: .6rem 0 1rem; } .filters label { display: grid; font-size: .8rem; color: var(--soft); }
    .filters input, .filters select { font: inherit; font-size: .95rem; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .5rem; min-width: 12rem; }
    .filters output { font-size: .85rem; color: var(--soft); padding: .4rem 0; }
    .scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
    .matrix { border-collapse: separate; border-spacing: 0; min-width: 100%; font-variant-numeric: tabular-nums; }
    .matrix th, .matrix td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: center; white-space: nowrap; font-size: .88rem; }
    .matrix thead th { position: sticky; top: 0; background: var(--card); z-index: 2; font-size: .78rem; font-weight: 600; vertical-align: bottom; white-space: normal; min-width: 7.5rem; overflow-wrap: break-word; line-height: 1.3; }
    .matrix tbody th { position: sticky; left: 0; background: var(--card); text-align: left; font-weight: 600; z-index: 1; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; }
    .matrix thead th:first-child { left: 0; z-index: 3; text-align: left; } .matrix .primary th { background: var(--paper); }
    .matrix td.none { background: color-mix(in srgb, var(--none) 7%, transparent); } .matrix td.low, .matrix td.medium, .matrix td.high, .matrix td.severe, .matrix td.blocking, .matrix td.unknown, .matrix td.timed-out, .matrix td.error { background: color-mix(in srgb, currentColor 11%, transparent); }
    td[data-cell] { cursor: pointer; } td:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid var(--interstitial); outline-offset: -2px; }
    .s-worse { box-shadow: inset 0 0 0 2px var(--severe); } .s-worse::after { content: " ▼"; font-size: .7em; } .s-better { box-shadow: inset 0 0 0 2px var(--none); } .s-better::after { content: " ▲"; font-size: .7em; }
    .s-known, .s-intermittent { text-decoration: underline dotted; text-underline-offset: .25em; } .s-unchecked { box-shadow: inset 0 0 0 2px var(--unknown); }
    .sample { font-style: normal; padding: 0 .35rem; } .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .6rem 0; font-size: .85rem; }
    .faded { opacity: .18; } [hidden] { display: none !important; }
    figure { margin: .6rem 0; } figcaption { font-size: .85rem; font-weight: 600; overflow-wrap: anywhere; } figcaption .soft { font-weight: 400; }
    .breaks { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .6rem 1rem; margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; }
    .track { position: relative; padding-top: 22px; } .track svg { width: 100%; height: 26px; display: block; border-radius: 3px; } svg .primary { fill: var(--primary); } svg .interstitial { fill: var(--interstitial); }
    .track span { position: absolute; } .track .on { top: 24px; padding: 0 .5rem; color: #fff; font-size: .8rem; line-height: 22px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; } .track .mark { top: -2px; transform: translateX(-50%); }
    .trends { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .8rem; } .trends figure { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .6rem .8rem; margin: 0; }
    .trends svg { width: 100%; display: block; color: var(--ink); } .axis { stroke: var(--line); } .median { fill: none; stroke: var(--primary); stroke-width: 2; } .worst { fill: var(--high); } .firmware { stroke: var(--soft); stroke-dasharray: 3 3; } .change { fill: var(--severe); }
    .trends.after { margin-top: .8rem; } .trends .predicted { fill: var(--primary); opacity: .35; } .trends .seen { fill: var(--ink); } .trends .seen.longer { fill: var(--severe); }
    .measured { border-collapse: collapse; min-width: 46rem; width: 100%; } .measured th, .measured td { padding: .4rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; font-size: .88rem; } .measured tbody th { font-weight: 600; overflow-wrap: anywhere; max-width: 14rem; }
    .measured button { font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: left; text-decoration: underline dotted; cursor: pointer; }
    .ends { display: flex; justify-content: space-between; margin: 0; }
    dialog { border: 1px solid var(--line); border-radius: .8rem; background: var(--card); color: var(--ink); max-width: 52rem; width: calc(100% - 2rem); max-height: 85vh; padding: 1.2rem 1.4rem; } dialog::backdrop { background: rgb(0 0 0 / .45); }
    dialog .close { float: right; font: inherit; border: 1px solid var(--line); background: none; color: inherit; border-radius: .4rem; padding: .2rem .7rem; cursor: pointer; }
    dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .9rem; } dialog dt { color: var(--soft); } dialog dd { margin: 0; overflow-wrap: anywhere; } dialog li { margin: .4rem 0; }
    footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); padding-top: 1rem; }
    @media (max-width: 600px) { main { padding: 1.25rem .8rem 3rem; } h1 { font-size: 1.35rem; } .filters label, .filters input, .filters select { width: 100%; } .matrix tbody th { max-width: 9.5rem; white-space: normal; } .places { grid-template-columns: 1fr; } dialog dl { grid-template-columns: 1fr; gap: 0; } dialog dd { margin-bottom: .4rem; } }
    @media print { .filters, dialog { display: none; } .scroll { max-height: none; overflow: visible; } }
    </style>
    </head>
    <body>
    <a class="skip" href="#matrix">To the matrix</a>
    <main>

    """
}

/// The page's script: filters, movement by keys, and what stands behind a cell. All texts are set as text, never as
/// markup.
let runPageScript = #"""
    <script>
    "use strict";
    (() => {
    const byId = id => document.getElementById(id);
    const table = document.querySelector(".matrix");
    let data;
    const load = () => data ??= JSON.parse(byId("data").textContent);
    const text = place => place === null || place === undefined ? "" : load().texts[place];
    const make = (name, content, style) => { const node = document.createElement(name); if (content) node.textContent = content; if (style) node.className = style; return node; };

    function show(index) {
      const { cells, places, receivers, verdicts, expectations } = load();
      const [place, receiver, words, standing, verdict, note, attempts, since, good, bad, expectation, change, measured] = cells[index];
      const where = places[place], who = receivers[receiver], body = byId("detail-body");
      body.replaceChildren();
      const close = make("button", "Close", "close"); close.onclick = () => byId("detail").close(); body.append(close);
      const title = make("h2", text(where[0])); title.id = "detail-title"; title.style.marginTop = 0; body.append(title);
      body.append(make("p", `${text(who[0])}: ${text(words)}, ${text(standing)}`));
      const list = make("dl");
      const row = (name, value) => { if (value) list.append(make("dt", name), make("dd", value)); };
      const known = verdicts[verdict];
      row("Delay", known && text(known[0]));
      row("Not certain", known && text(known[1]));
      row("Why", text(note));
      row("Earlier attempts", text(attempts));
      row("Since", `run ${since}`);
      row("Last good", good === null ? "never" : `run ${good}`);
      row("First bad", bad === null ? "" : `run ${bad}`);
      row("Since the run before", text(change));
      if (expectation !== null) row("Expectation", [text(expectations[expectation][0]), text(expectations[expectation][1]), text(expectations[expectation][2])].filter(Boolean).join(" – "));
      row("From", [text(where[1]), text(where[2]) && `edition ${text(where[2])}`, known && text(known[2])].filter(Boolean).join(", "));
      row("To", [text(where[3]), text(where[4]) && `edition ${text(where[4])}`, known && text(known[3])].filter(Boolean).join(", "));
      row("Receiver", who.slice(1).map(text).filter(Boolean).join(", "));
      body.append(list);
      const section = (title, kind, items, build) => { if (!items.length) return; body.append(make("h3", title)); const parent = make(kind); for (const item of items) { const li = make("li"); build(li, item); parent.append(li); } body.append(parent); };
      section("Measured", "ul", measured, (li, item) => li.append(text(item)));
      if (known) {
        section("What it cannot play, or may not", "ul", known[6], (li, item) => li.append(text(item[0]), make("div", `Source: ${text(item[1])}`, "soft small")));
        section("Reasons, costliest first", "ol", known[5], (li, item) => {
          li.append(make("strong", text(item[0])), make("div", `${text(item[4])} (${text(item[1])})`), make("div", text(item[2]), "small"));
          for (const line of item[6]) li.append(make("div", text(line), "soft small"));
          li.append(make("div", `Fix: ${text(item[5])}`, "small"), make("div", `Source: ${text(item[3])}`, "soft small"));
        });
        section("What to change", "ol", known[7], (li, item) => li.append(text(item)));
        if (text(known[4])) body.append(make("code", text(known[4]), "soft"));
      }
      byId("detail").showModal();
    }
    document.addEventListener("click", event => { const cell = event.target.closest("[data-cell]"); if (cell) show(+cell.dataset.cell); if (event.target === byId("detail")) byId("detail").close(); });
    if (!table) return;

    const rows = [...table.querySelectorAll("tbody tr[data-text]")], heads = [...table.querySelectorAll("thead th")];
    const sheet = document.head.appendChild(document.createElement("style"));
    const first = table.querySelector("td[data-cell]"); if (first) first.tabIndex = 0;
    table.addEventListener("keydown", event => {
      const cell = event.target.closest("td"); if (!cell) return;
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(+cell.dataset.cell); return; }
      const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -1e6], End: [0, 1e6] }[event.key];
      if (!step) return;
      event.preventDefault();
      const seen = rows.filter(row => !row.hidden), line = seen.indexOf(cell.parentNode);
      const target = seen[Math.min(seen.length - 1, Math.max(0, line + step[0]))]; if (!target) return;
      const columns = heads.map((head, index) => index).filter(index => index && !heads[index].dataset.off);
      const at = columns.indexOf(cell.cellIndex), next = target.cells[columns[Math.min(columns.length - 1, Math.max(0, at + step[1]))]];
      if (next && next.dataset.cell) { cell.tabIndex = -1; next.tabIndex = 0; next.focus(); }
    });

    const wanted = { bad: ".high,.severe,.blocking", open: ".unknown,.timed-out,.error,.not-run" };
    function filter() {
      const find = byId("find").value.trim().toLowerCase(), mode = byId("show").value, kind = byId("class").value;
      const selector = mode && (wanted[mode] || "." + mode), off = [];
      heads.forEach((head, index) => { const isOff = index > 0 && kind && head.dataset.class !== kind; if (isOff) { head.dataset.off = 1; off.push(index + 1); } else delete head.dataset.off; });
      let cells = 0, shown = 0;
      const rules = off.map(index => `.matrix tr:not(.primary) > :nth-child(${index}) { display: none; }`);
      if (selector) rules.push(`.matrix td[data-cell]:not(${selector}) { opacity: .18; }`);
      sheet.textContent = rules.join("\n");
      for (const row of rows) {
        let fits = !find || row.dataset.text.includes(find);
        if (fits && (selector || kind)) {
          const found = [...row.querySelectorAll(selector ? `td:is(${selector})` : "td[data-cell]")].filter(cell => !heads[cell.cellIndex].dataset.off);
          fits = found.length > 0; cells += found.length;
        } else if (fits) cells += row.cells.length - 1;
        row.hidden = !fits; if (fits) shown++;
      }
      for (const group of table.tBodies) group.hidden = ![...group.rows].some(row => row.dataset.text !== undefined && !row.hidden);
      byId("count").textContent = `${cells} cells in ${shown} transitions`;
    }
    byId("filters").addEventListener("input", filter);
    byId("filters").addEventListener("submit", event => event.preventDefault());
    filter();
    })();
    </script>
    """#

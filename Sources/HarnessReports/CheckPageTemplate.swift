/// The page of a check. Colours carry no meaning alone: every band has a shape and a word.
let checkPageTemplate = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{name}} — transitions</title>
    <style>
    :root { color-scheme: light dark; --paper: #fbfaf8; --ink: #1d1f23; --soft: #666b75; --line: #dedbd5; --card: #fff;
      --none: #2f7d4f; --low: #2a7f8e; --medium: #a86b00; --high: #c2410c; --severe: #b3151f; --blocking: #7c2291; --unknown: #6b5d00;
      --primary: #33658a; --interstitial: #d98324; }
    @media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e9e7e2; --soft: #9aa0aa; --line: #33373e; --card: #1d2024;
      --none: #6cc48f; --low: #69c5d4; --medium: #e5b04d; --high: #ff8a55; --severe: #ff6b74; --blocking: #d58bea; --unknown: #d9c64a;
      --primary: #6fa8d0; --interstitial: #efa95a; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 84rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
    h1 { font-size: 1.7rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
    h3 { font-size: 1rem; margin: 0; } p { margin: .4rem 0; } a { color: inherit; }
    .uri, .soft { color: var(--soft); overflow-wrap: anywhere; } .small { font-size: .85rem; }
    .verdict { display: inline-block; margin: .75rem 0; padding: .3rem .8rem; border-radius: 2rem; font-weight: 600; color: var(--card); background: var(--ink); }
    .verdict.none, .verdict.severe, .verdict.unknown { color: var(--card); } .verdict.none { background: var(--none); } .verdict.severe { background: var(--severe); } .verdict.unknown { background: var(--unknown); }
    dl.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .5rem 0; } dl.facts dt { color: var(--soft); font-size: .8rem; } dl.facts dd { margin: 0; font-weight: 600; }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
    table { border-collapse: collapse; width: 100%; } th, td { padding: .45rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
    tr:last-child > * { border-bottom: 0; } thead th { font-size: .8rem; color: var(--soft); font-weight: 600; vertical-align: bottom; }
    tbody th { font-weight: 600; white-space: nowrap; position: sticky; left: 0; background: var(--card); }
    .matrix td, .matrix th { padding: .45rem .35rem; } .matrix td { text-align: center; white-space: nowrap; } .matrix thead th { text-align: center; } .matrix thead th:first-child, .matrix tbody th { text-align: left; padding-left: .8rem; } .matrix td a { display: block; text-decoration: none; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .none { color: var(--none); } .low { color: var(--low); } .medium { color: var(--medium); } .high { color: var(--high); font-weight: 600; }
    .severe { color: var(--severe); font-weight: 700; } .blocking { color: var(--blocking); font-weight: 700; } .unknown { color: var(--unknown); font-weight: 600; } .not-applicable { color: var(--soft); }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .6rem 0; font-size: .85rem; }
    .timeline { position: relative; height: 2.6rem; border-radius: .4rem; overflow: hidden; background: var(--line); }
    .timeline span { position: absolute; top: 0; bottom: 0; padding: .55rem .4rem; font-size: .78rem; color: #fff; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; border-left: 2px solid var(--paper); }
    .timeline .primary { background: var(--primary); } .timeline .interstitial { background: var(--interstitial); }
    .card { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .8rem 1rem; margin: .6rem 0; }
    .card header { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; } pre { overflow-x: auto; } code { font-size: .82rem; overflow-wrap: anywhere; }
    details { border-top: 1px solid var(--line); padding: .45rem 0; } details:target { outline: 2px solid var(--interstitial); outline-offset: .2rem; }
    summary { cursor: pointer; } ul, ol { margin: .3rem 0 .6rem; padding-left: 1.3rem; } .mismatch td { font-weight: 600; } .match td { color: var(--soft); }
    footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); padding-top: 1rem; }
    </style>
    </head>
    <body>
    <main>
    <p class="soft small">Transition check</p>
    <h1>{{name}}</h1>
    <p class="uri">{{uri}}</p>
    <p class="verdict {{verdictClass}}">{{verdict}}</p>
    <dl class="facts">{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>

    {{#hasTimeline}}
    <h2>What plays when</h2>
    {{#timelines}}{{#label}}<p class="soft small">{{.}}</p>{{/label}}
    <div class="timeline" role="img" aria-label="Timeline of the primary asset and its breaks">
    {{#spans}}<span class="{{kind}}" style="left:{{left}}%;width:{{width}}%" title="{{title}}, {{label}}">{{title}}</span>{{/spans}}
    </div>{{/timelines}}
    {{/hasTimeline}}

    <h2>How visible each transition is</h2>
    <div class="scroll"><table class="matrix">
    <thead><tr><th scope="col">Transition</th><th scope="col">At</th>{{#columns}}<th scope="col" title="{{id}}">{{title}}<br>{{tier}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}<tr><th scope="row"><a href="#{{anchor}}">{{id}}</a></th><td>{{at}}</td>{{#cells}}<td><a class="{{band}}" href="#{{anchor}}" title="{{title}}" aria-label="{{title}}">{{symbol}} {{delay}}</a></td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table></div>
    {{#rowsLeftOut}}<p class="soft small">{{.}}</p>{{/rowsLeftOut}}
    <p class="legend">{{#legend}}<span class="{{band}}">{{symbol}} {{band}}</span>{{/legend}}</p>
    <p class="soft small">Figures are the delay that 19 of 20 switches stay below, over what the receiver needs at any change of item. They are
    predictions from published evidence and say how much of it was measured.{{#notReached}} AirPlay video does not reach: {{.}}.{{/notReached}} {{assumedTiers}}</p>

    {{#hasFindings}}
    <h2>What to act on</h2>
    {{#findings}}
    <section class="card">
    <header><span class="{{band}}">{{symbol}} {{band}}</span><h3>{{subject}}: {{message}}</h3><code class="soft">{{rule}}</code></header>
    {{#receivers}}<p>On {{.}}.</p>{{/receivers}}
    {{#fix}}<p><strong>Fix:</strong> {{.}}</p>{{/fix}}
    {{#evidence}}<p class="soft small">{{.}}</p>{{/evidence}}
    <p class="soft small">Source: {{source}}</p>
    </section>
    {{/findings}}
    {{#findingsLeftOut}}<p class="soft small">{{.}}</p>{{/findingsLeftOut}}
    {{/hasFindings}}
    {{#baseline}}<p class="soft">{{.}}</p>{{/baseline}}

    {{#hasEncodes}}
    <h2>Encode again as</h2>
    {{#encodes}}
    <section class="card">
    <header><h3>{{asset}}</h3></header>
    <p>{{promise}}</p>
    {{#encodes}}<p><strong>{{summary}}</strong></p>
    <details><summary>ffmpeg</summary><pre><code>{{command}}</code></pre></details>
    {{#mediaConvert}}<details><summary>AWS Elemental MediaConvert</summary><pre><code>{{.}}</code></pre></details>{{/mediaConvert}}
    {{/encodes}}
    </section>
    {{/encodes}}
    {{/hasEncodes}}

    {{#hasNotes}}
    <h2>Before testing on a receiver</h2>
    <ul>{{#notes}}<li>{{.}}</li>{{/notes}}</ul>
    {{/hasNotes}}

    <h2>Every transition</h2>
    {{#transitions}}
    <section class="card" id="{{anchor}}">
    <header><h3>{{id}}</h3><span class="soft">{{sentence}}</span></header>
    {{#repeats}}<p class="soft small">{{.}}</p>{{/repeats}}
    {{#assessments}}
    <details id="{{anchor}}">
    <summary><span class="{{band}}">{{symbol}} {{band}}</span> {{title}} <span class="soft small">{{numbers}}</span></summary>
    {{#words}}<p>{{.}}</p>{{/words}}{{#doubt}}<p>{{.}}</p>{{/doubt}}
    <ul>{{#blocks}}<li>{{.}}</li>{{/blocks}}</ul>
    <ol>{{#reasons}}<li><strong>{{summary}}</strong> <span class="{{band}}">{{delay}}</span> <span class="soft small">{{cause}}</span><br>{{rationale}}
    <ul class="small soft">{{#costs}}<li>{{.}}</li>{{/costs}}<li>Source: {{source}}</li></ul></li>{{/reasons}}</ol>
    <ul>{{#branches}}<li>{{.}}</li>{{/branches}}</ul>
    <ol>{{#fixes}}<li>Fix: {{.}}</li>{{/fixes}}</ol>
    <ul class="small soft">{{#pairs}}<li>{{.}}</li>{{/pairs}}<li><code>{{vector}}</code></li></ul>
    </details>
    {{/assessments}}
    <details><summary>Parameters on both sides</summary>
    <div class="scroll"><table><thead><tr><th>Parameter</th><th>From</th><th>To</th><th>Result</th></tr></thead><tbody>
    {{#differences}}<tr class="{{outcome}}"><td>{{parameter}}</td><td>{{from}}</td><td>{{to}}</td><td>{{outcome}}</td></tr>
    {{/differences}}
    </tbody></table></div></details>
    </section>
    {{/transitions}}
    {{#transitionsLeftOut}}<p class="soft small">{{.}}</p>{{/transitionsLeftOut}}

    {{#hasDiagnostics}}
    <h2>Could not be read, or was ignored</h2>
    <ul>{{#diagnostics}}<li><code>{{.}}</code></li>{{/diagnostics}}</ul>
    {{/hasDiagnostics}}

    <footer>{{tool}}, costs {{costs}}. Bands by the 95th percentile of the excess: none up to 80 ms, low up to 360 ms, medium up to 1 s, high up to 2 s,
    severe beyond.</footer>
    </main>
    <script>
    addEventListener("hashchange", open); open();
    function open() { const target = location.hash && document.getElementById(location.hash.slice(1)); if (target && target.tagName === "DETAILS") target.open = true; }
    </script>
    </body>
    </html>

    """#

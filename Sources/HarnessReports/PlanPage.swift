import Mustache
import SuitePlanning

extension PlanReport {
    /// The sheets as one HTML file that needs no network and prints on paper, each case on its own.
    ///
    /// Every text from an input is escaped by the template engine.
    package func html() throws -> String {
        try MustacheTemplate(string: planPageTemplate).render(PlanSheet(self))
    }
}

/// The page of a plan. Colours carry no meaning alone: every band has a shape and a word.
private let planPageTemplate = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
    <style>
    :root { color-scheme: light dark; --paper: #fbfaf8; --ink: #1d1f23; --soft: #5f646d; --line: #dedbd5; --card: #fff;
      --none: #2f7d4f; --low: #1f727f; --medium: #8f5b00; --high: #b53c0a; --severe: #b3151f; --blocking: #7c2291; --unknown: #6b5d00; }
    @media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #e9e7e2; --soft: #a2a8b2; --line: #33373e; --card: #1d2024;
      --none: #6cc48f; --low: #69c5d4; --medium: #e5b04d; --high: #ff8a55; --severe: #ff6b74; --blocking: #d58bea; --unknown: #d9c64a; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 64rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
    h1 { font-size: 1.7rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; } h3 { font-size: 1.02rem; margin: 0; overflow-wrap: anywhere; }
    p { margin: .4rem 0; } a { color: inherit; } code { font-size: .85rem; overflow-wrap: anywhere; }
    .soft { color: var(--soft); } .small { font-size: .85rem; }
    dl.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .5rem 0; } dl.facts dt { color: var(--soft); font-size: .8rem; } dl.facts dd { margin: 0; font-weight: 600; }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
    table { border-collapse: collapse; width: 100%; } th, td { padding: .45rem .7rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
    tbody tr:last-child > * { border-bottom: 0; } .scroll table { min-width: 36rem; } td code { overflow-wrap: normal; } thead th { font-size: .8rem; color: var(--soft); }
    .facets td:first-child { min-width: 13rem; } .facets td:last-child { min-width: 16rem; }
    .none { color: var(--none); } .low { color: var(--low); } .medium { color: var(--medium); } .high { color: var(--high); } .severe { color: var(--severe); }
    .blocking { color: var(--blocking); } .unknown { color: var(--unknown); } .not-applicable { color: var(--soft); }
    .problems { border-left: .3rem solid var(--severe); padding: .2rem 1rem; background: var(--card); }
    .case { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: 1rem 1.1rem; margin: 1rem 0; }
    .case > header { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: baseline; } .case > header h3 { flex: 1 1 20rem; }
    .tags { display: flex; flex-wrap: wrap; gap: .2rem .9rem; margin: .3rem 0 .6rem; font-size: .85rem; color: var(--soft); }
    ul.before { list-style: none; padding: 0; margin: .4rem 0; } ul.before li { padding-left: 1.7rem; position: relative; }
    .box { display: inline-block; width: 1rem; height: 1rem; border: 1.5px solid var(--ink); border-radius: .15rem; flex: none; margin-top: .22rem; }
    ul.before .box { position: absolute; left: 0; top: .05rem; }
    ol.steps { list-style: none; margin: 0; padding: 0; } ol.steps li { display: flex; gap: .7rem; border-top: 1px solid var(--line); padding: .6rem 0; }
    ol.steps li > div { flex: 1; min-width: 0; } ol.steps p { margin: .15rem 0; } .do { font-weight: 600; } .place { font-weight: 400; font-size: .85rem; color: var(--soft); } .predicted { font-weight: 600; }
    .seen { display: flex; flex-wrap: wrap; gap: .4rem 1rem; margin-top: .5rem; font-size: .85rem; color: var(--soft); }
    .seen span { display: flex; align-items: flex-end; gap: .35rem; } .seen i { display: block; border-bottom: 1px solid var(--soft); width: 4.5rem; height: 1.2rem; } .seen .wide { flex: 1 1 10rem; } .seen .wide i { flex: 1; }
    .sign { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; border-top: 1px solid var(--line); padding-top: .6rem; font-size: .85rem; color: var(--soft); }
    .sign span { display: flex; align-items: flex-end; gap: .35rem; } .sign i { border-bottom: 1px solid var(--soft); width: 8rem; height: 1.2rem; }
    details summary { cursor: pointer; color: var(--soft); font-size: .85rem; } details ul { margin: .3rem 0; padding-left: 1.2rem; font-size: .9rem; }
    footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); padding-top: 1rem; }
    @media (max-width: 40rem) { main { padding: 1.25rem .9rem 3rem; } .case { padding: .85rem .8rem; } th, td { padding: .4rem .5rem; } }
    @media print {
      :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; } body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
      .case { break-inside: avoid; border-color: #888; } details { display: none; } .scroll { overflow: visible; border: 0; } .scroll table { min-width: 0; } h2 { break-after: avoid; }
    }
    </style>
    </head>
    <body>
    <main>
    <h1>{{title}}</h1>
    <dl class="facts">{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>

    {{#hasProblems}}
    <h2>Not complete</h2>
    <div class="problems"><ul>{{#problems}}<li>{{.}}</li>{{/problems}}</ul></div>
    {{/hasProblems}}

    <h2>Receivers</h2>
    <p>{{smallness}}.</p>
    <div class="scroll"><table>
    <thead><tr><th scope="col">Receiver</th><th scope="col">Model or id</th><th scope="col">Kind</th><th scope="col">Alone covers</th></tr></thead>
    <tbody>
    {{#receivers}}<tr><td>{{title}}</td><td><code>{{id}}</code></td><td>{{kind}}</td><td class="small soft">{{neededFor}}</td></tr>
    {{/receivers}}
    </tbody>
    </table></div>

    <h2>Cases, in the order of work</h2>
    {{#cases}}
    <section class="case" id="{{id}}">
    <header><h3>{{number}}. {{title}}</h3>{{#isPredicted}}<span class="{{band}}">{{symbol}} {{band}}</span>{{/isPredicted}}{{#kind}}<span class="soft">{{.}}</span>{{/kind}}</header>
    <p class="tags"><code>{{id}}</code><span>{{sender}} → {{receiver}}</span><span>plan {{plan}}</span><span>score {{score}}</span>{{#rig}}<span>{{.}}</span>{{/rig}}</p>
    <p class="small soft">{{uri}}</p>
    <ul class="before">{{#preconditions}}<li><span class="box"></span>{{.}}</li>{{/preconditions}}</ul>
    <ol class="steps">
    {{#steps}}<li><span class="box"></span><div>
    <p class="do">{{action}}{{#place}} <span class="place">{{.}}</span>{{/place}}</p>
    <p>{{expected}}</p>
    {{#delay}}<p class="small predicted {{band}}">{{symbol}} predicted: {{.}}</p>{{/delay}}
    {{#measures}}<p class="seen"><span>black or frozen <i></i> ms</span><span>silent <i></i> ms</span><span class="wide">note <i></i></span></p>{{/measures}}
    {{^measures}}<p class="seen"><span class="wide">seen <i></i></span></p>{{/measures}}
    </div></li>
    {{/steps}}
    </ol>
    <p class="sign"><span>tester <i></i></span><span>date <i></i></span><span>firmware <i></i></span></p>
    <details><summary>Why this case</summary><ul>{{#why}}<li>{{.}}</li>{{/why}}</ul></details>
    </section>
    {{/cases}}

    <h2>What is covered</h2>
    <p>{{#pairs}}{{.}}<br>{{/pairs}}</p>
    <div class="scroll"><table class="facets">
    <thead><tr><th scope="col">Facet</th><th scope="col">Level</th><th scope="col">Shown by</th><th scope="col">Why it matters</th></tr></thead>
    <tbody>
    {{#facets}}<tr><td>{{title}}<br><code class="soft">{{id}}</code></td><td>{{level}}</td><td>{{#isOpen}}<strong>{{state}}</strong>{{/isOpen}}{{^isOpen}}{{state}}{{/isOpen}}</td><td class="small">{{why}}</td></tr>
    {{/facets}}
    </tbody>
    </table></div>

    {{#leftOut}}
    <h2>Left out</h2>
    <p>{{.}}</p>
    <ul>{{#worstLeftOut}}<li>{{.}}</li>{{/worstLeftOut}}</ul>
    {{/leftOut}}

    <footer>{{tool}}, costs {{costs}}. Delays are predictions and hold what the receiver needs at any change of item; the band is that of what comes on top.
    Order: an Apple TV first, then risk × uncertainty.</footer>
    </main>
    </body>
    </html>

    """#

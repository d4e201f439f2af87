/** Stands inside the report, which is one file. */
export const reportStyles = `
:root { color-scheme: light dark; --ink: light-dark(#14242b, #e4edf0); --soft: light-dark(#566a73, #9db0b8); --line: light-dark(#d5dfe3, #25383f); --ground: light-dark(#f8fbfc, #07161c); --good: light-dark(#1c6b43, #74d3a0); --bad: light-dark(#b3261e, #ff9d94); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem); max-width: 100rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
header p, main p { color: var(--soft); margin: .25rem 0 1rem; }
.gates { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 0; }
.gates li { border: 1px solid var(--line); border-radius: .5rem; padding: .25rem .75rem; }
.gates .passed { color: var(--good); } .gates .failed { color: var(--bad); border-color: currentColor; } .gates .skipped, .gates .not-run { color: var(--soft); }
.findings { padding: 0; margin: 0; list-style: none; }
.findings li { border-top: 1px solid var(--line); padding: .6rem 0; overflow-wrap: anywhere; } .findings code { color: var(--bad); margin-left: .5rem; } .findings span { display: block; color: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; width: 100%; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; } th:first-child { text-align: left; position: sticky; left: 0; background: var(--ground); font-weight: 600; }
thead th { vertical-align: bottom; } small { display: block; color: var(--soft); font-weight: 400; font-size: .75rem; }
.over { color: var(--bad); font-weight: 700; }
@media print { body { padding: 0; } }
`

import { tokensSheet } from '@northshelf/site/theme/tokens.ts'

/** Stands inside the report, which is one file. */
export const reportStyles = `
${tokensSheet}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem); max-width: 100rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
header p, main p { color: var(--muted); margin: .25rem 0 1rem; }
.gates { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 0; }
.gates li { border: 1px solid var(--rule); border-radius: .5rem; padding: .25rem .75rem; }
.gates .passed { color: var(--ok); } .gates .failed { color: var(--error); border-color: currentColor; } .gates .skipped, .gates .not-run { color: var(--muted); }
.findings { padding: 0; margin: 0; list-style: none; }
.findings li { border-top: 1px solid var(--rule); padding: .6rem 0; overflow-wrap: anywhere; } .findings code { color: var(--error); margin-left: .5rem; } .findings span { display: block; color: var(--muted); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; width: 100%; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; vertical-align: top; } th:first-child { text-align: left; position: sticky; left: 0; background: var(--paper); font-weight: 600; }
thead th { vertical-align: bottom; } small { display: block; color: var(--muted); font-weight: 400; font-size: .75rem; }
.over { color: var(--error); font-weight: 700; }
@media print { body { padding: 0; } }
`

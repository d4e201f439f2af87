import { createHash } from 'node:crypto'

/**
 * The one stylesheet of the relay's pages: the site's colours and the classes of the form view, in simple form and
 * with fonts of the system. It is inlined, so that a page is one answer; its hash stands in the policy.
 */
export const style = `
:root{color-scheme:light dark;--paper:#f9fbfb;--sheet:#fff;--fill:#eef2f3;--rule:#d3dadd;--ink:#101c21;--muted:#516066;--field:#7d8a90;--tag:#ffd23c;--on-tag:#101c21;--cobalt:#2348d2;--error:#a8201a;--ok:#1d6b43}
@media(prefers-color-scheme:dark){:root{--paper:#0c161a;--sheet:#121d22;--fill:#162227;--rule:#2e3b41;--ink:#eef3f4;--muted:#a9b6bb;--field:#718087;--cobalt:#86a8ff;--error:#ff9c8f;--ok:#74d6a0}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:46rem;margin-inline:auto;padding:clamp(2rem,8vw,5rem) clamp(1.25rem,4vw,2.5rem);display:grid;gap:1.5rem}
main.wide{max-width:64rem}
h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.75rem);line-height:1.08;letter-spacing:-.02em;text-wrap:balance}
h2,h3{font-size:1.25rem;line-height:1.2}
ul{padding:0;list-style:none}
a{color:inherit}
:focus-visible{outline:2px solid var(--cobalt);outline-offset:3px}
[hidden]{display:none!important}
.vh{position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.lead{font-size:1.125rem;color:var(--muted)}
.lead strong{color:var(--ink)}
.trouble{border:2px solid var(--error);padding:1rem 1.5rem;background:var(--sheet);font-weight:600}
.plan{display:grid;gap:2.5rem}
.fset{display:grid;gap:1.75rem 1.5rem;border:0;border-block-start:1px solid var(--ink);padding:1.5rem 0 0;min-width:0}
.fset>*{grid-column:1/-1;min-width:0}
.fset>legend{float:inline-start;width:100%;font-weight:650;font-size:1.4rem;display:flex;gap:.75rem;align-items:center;padding:0}
fieldset{border:0;padding:0;min-inline-size:0}
legend{padding:0}
.lab{display:block;font-size:1.125rem;font-weight:600;line-height:1.3;margin-block-end:.5rem}
.opt{font-weight:400;font-size:.875rem;color:var(--muted);margin-inline-start:.4rem}
.hint,.meta{color:var(--muted);margin-block-end:.5rem}
.err{color:var(--error);font-weight:600;margin-block-end:.5rem}
.err:empty,.told:empty{display:none}
.ctl{display:block;width:100%;min-height:52px;padding:.7rem .9rem;font:inherit;font-size:1.125rem;color:inherit;background:var(--sheet);border:1px solid var(--field);border-radius:2px}
textarea.ctl{min-height:8.5rem;resize:vertical}
.ctl[aria-invalid=true]{border:2px solid var(--error)}
.field:has(>.err:not(:empty)),.field:has(>fieldset>.err:not(:empty)){border-inline-start:4px solid var(--error);padding-inline-start:1rem}
.opts{display:flex;flex-wrap:wrap;gap:.5rem}
.opts label{display:flex;align-items:center;min-height:48px;padding:.5rem 1rem;background:var(--sheet);border:1px solid var(--field);border-radius:2px;font-weight:600;gap:.6rem}
.opts input{width:1.1rem;height:1.1rem;accent-color:var(--cobalt)}
.rng{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
.rng output{display:none}
.range{display:block;width:100%;height:44px;accent-color:var(--cobalt)}
.ticks{width:calc(100% - 24px);margin-inline:12px;overflow:visible;stroke:var(--field)}
.ticks text{font-size:.875rem;fill:var(--muted);stroke:none}
.ticks-mid{text-anchor:middle}
.ticks-end{text-anchor:end}
.sumerr{border:2px solid var(--error);border-radius:2px;padding:1rem 1.5rem;background:var(--sheet)}
.sumerr h3{margin-block-end:.5rem}
.sumerr a{color:var(--error);font-weight:600;display:inline-block;padding-block:.15rem}
.send{display:grid;gap:1rem;border-block-start:1px solid var(--ink);padding-block-start:1.5rem}
.acts{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:52px;padding:.55rem 1.6rem;border:0;border-radius:2px;background:var(--tag);color:var(--on-tag);font:inherit;font-weight:600;font-size:1.125rem;text-decoration:none;cursor:pointer}
.entry{border:1px solid var(--rule);background:var(--sheet);border-radius:2px;padding:1.25rem 1.5rem;display:grid;gap:1rem}
.entry dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.35rem 1.25rem}
.entry dt{color:var(--muted)}
.entry dd{margin:0;white-space:pre-wrap}
.entry pre{white-space:pre-wrap;background:var(--fill);padding:1rem;max-height:30rem;overflow:auto;font-size:.875rem}
.entry iframe{width:100%;height:24rem;border:1px solid var(--rule);background:#fff}
.state{display:inline-block;padding:.1rem .6rem;border:1px solid var(--field);border-radius:2px;font-size:.875rem;font-weight:600}
.state[data-is=delivered],.state[data-is=done]{border-color:var(--ok);color:var(--ok)}
.state[data-is=dead],.state[data-is=corrupt],.state[data-is=spam]{border-color:var(--error);color:var(--error)}
summary{cursor:pointer;font-weight:600;padding-block:.35rem}
@media(min-width:44rem){.fset{grid-template-columns:1fr 1fr}.fset>.half{grid-column:auto}}
`

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * What a page of the relay may do: show itself and post its form back. Nothing is loaded, nothing runs.
 * @param frames sources of frames: `'self'` for the inbox, which shows mails in them
 */
export function pagePolicy(frames = "'none'"): string {
  return `default-src 'none'; style-src ${styleHash}; form-action 'self'; frame-src ${frames}; base-uri 'none'; frame-ancestors 'none'`
}

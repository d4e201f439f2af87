import { hash } from 'node:crypto'
import { bricolageFont, hankenFont } from '@northshelf/site/theme/faces.ts'
import { createAccentStylesheet, tokenStylesheet } from '@northshelf/site/theme/tokens.ts'
import type { SiteForms } from '../site-forms.ts'
import { getTranslations } from '../translations/list.ts'

type Site = Pick<SiteForms['site'], 'accent' | 'language' | 'look' | 'style'>

/**
 * Stylesheet for all pages: the site's colors and fonts, and simple styles for the form view. It is inlined, so that
 * each page needs only one request. The security policy contains its hash.
 */
const style = `
@font-face{font-family:Bricolage;src:url(data:font/woff2;base64,${bricolageFont});font-weight:650}
@font-face{font-family:Hanken;src:url(data:font/woff2;base64,${hankenFont});font-weight:400 600}
${tokenStylesheet}
:root{--w:46rem}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{min-height:100vh;background:var(--paper);color:var(--ink);font:400 1rem/1.55 var(--text);-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
.wide{--w:75rem}
.board{border-block-end:6px solid var(--ink)}
.board div,main{max-width:calc(var(--w) + 2*var(--edge));margin-inline:auto;padding-inline:var(--edge)}
.board div{display:flex;justify-content:space-between;align-items:end;gap:1rem;padding-block-start:.75rem}
.logo{display:inline-flex;align-items:center;gap:.625rem;min-height:52px;font:650 1.3125rem/1 var(--display);letter-spacing:-.03em;text-decoration:none}
.logo-ink{fill:currentColor}
.logo-accent{fill:var(--tag)}
.logo-outline{fill:none;stroke:currentColor;stroke-width:1.2}
.goods{flex:none;display:block}
.goods-tag{fill:var(--tag)}
.goods-print{fill:none;stroke:var(--on-tag)}
.goods-plain{fill:var(--sheet);stroke:var(--field)}
.goods-own{fill:var(--p-box)}
.goods-white{fill:var(--p-paper)}
main{display:grid;gap:1.5rem;padding-block:clamp(2rem,6vw,4rem) 5rem}
h1,h2,h3,.fset>legend{font-family:var(--display);font-weight:650;letter-spacing:-.025em;text-wrap:balance}
strong{font-weight:600}
h1{font-size:var(--t50);line-height:1.04;letter-spacing:-.035em}
h2,h3{font-size:1.25rem;line-height:1.2}
ul{padding:0;list-style:none}
p,li{text-wrap:pretty}
a{color:inherit;text-underline-offset:.2em;text-decoration-thickness:1px;text-decoration-color:color-mix(in oklch,currentColor 45%,transparent)}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--cobalt);outline-offset:3px}
bdi{white-space:nowrap}
[hidden]{display:none!important}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.lead{font-size:1.25rem;line-height:1.45;color:var(--muted);max-width:34em}
.lead strong{color:var(--ink)}
.tag{position:relative;justify-self:start;padding:.5rem .9rem .5rem 1.8rem;border:1px solid var(--ink);border-block-start:0;background:var(--sheet);font-weight:600}
main:has(>.tag){padding-block-start:0}
.tag::before{content:"";position:absolute;inset-inline-start:.7rem;inset-block-start:calc(50% - 4px);width:8px;height:8px;border-radius:50%;background:var(--ink)}
.problem{border:2px solid var(--error);border-radius:var(--r2);padding:1rem 1.5rem;background:var(--sheet);font-weight:600}
.plan{display:grid;gap:3rem}
.fset{display:grid;gap:2rem 1.5rem;align-items:end;border:0;border-block-start:1px solid var(--ink);padding:1.5rem 0 0;min-width:0}
.fset>*{grid-column:1/-1;min-width:0}
.fset>legend{float:inline-start;width:100%;font-size:var(--t27);line-height:1.15;display:flex;gap:.75rem;align-items:center;padding:0}
legend .num{display:inline-grid;place-items:center;min-width:2rem;height:2rem;background:var(--ink);color:var(--on-solid);border-radius:var(--r2);font-size:1.0625rem;letter-spacing:0}
fieldset{border:0;padding:0;min-inline-size:0}
legend{padding:0}
legend.lab{letter-spacing:0}
.lab{display:block;font-size:1.125rem;font-weight:600;line-height:1.3;margin-block-end:.5rem}
.opt{font-weight:400;font-size:.875rem;color:var(--muted);margin-inline-start:.4rem}
.hint,.meta{color:var(--muted);margin-block-end:.5rem}
.hint{margin-block-start:-.25rem}
.send .meta{font-size:.875rem}
.hint,.err,.error-summary a{text-wrap:balance}
.err{color:var(--error);font-weight:600;margin-block-end:.5rem}
.err:empty,.told:empty{display:none}
.control{display:block;width:100%;min-height:52px;padding:.7rem .9rem;font:inherit;font-size:1.125rem;color:inherit;background:var(--sheet);border:1px solid var(--field);border-radius:var(--r2)}
textarea.control{min-height:8.5rem;resize:vertical}
.control[aria-invalid=true]{border:2px solid var(--error)}
.file::file-selector-button{min-height:36px;padding:.3rem .9rem;margin-inline-end:.75rem;border:1px solid var(--field);border-radius:var(--r2);background:var(--fill);color:var(--ink);font:inherit;font-size:1rem;font-weight:600}
.field:has(>.err:not(:empty)),.field:has(>fieldset>.err:not(:empty)){border-inline-start:4px solid var(--error);padding-inline-start:1rem}
.opts{display:flex;flex-wrap:wrap;gap:.5rem}
.opts label{display:flex;align-items:center;min-height:48px;padding:.5rem 1rem;background:var(--sheet);border:1px solid var(--field);border-radius:var(--r2);font-weight:600;gap:.6rem}
.opts label:has(:checked){background:var(--tag);color:var(--on-tag);border-color:var(--ink)}
.opts input{width:1.1rem;height:1.1rem;accent-color:var(--on-tag)}
.consent{display:flex;gap:.75rem}
.consent input{flex:0 0 24px;height:24px}
.rng{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
.rng output{color:var(--muted)}
.range{appearance:none;display:block;width:100%;height:44px;overflow:hidden;background:none;cursor:pointer}
.range::-webkit-slider-thumb{appearance:none;width:24px;height:40px;background:var(--ink);border-radius:var(--r2);border-image:linear-gradient(90deg,var(--cobalt) 50%,var(--rule) 0) 0 1/calc(50% - 6px) 100vw/0 100vw}
.range::-moz-range-thumb{width:24px;height:40px;border:0;border-radius:var(--r2);background:var(--ink)}
.range::-moz-range-track{height:12px;background:var(--rule)}
.range::-moz-range-progress{height:12px;background:var(--cobalt)}
.ticks{width:calc(100% - 24px);margin-inline:12px;overflow:visible;stroke:var(--field)}
.ticks text{font-size:.875rem;fill:var(--muted);stroke:none}
.ticks-mid{text-anchor:middle}
.ticks-end{text-anchor:end}
.error-summary{border:2px solid var(--error);border-radius:var(--r2);padding:1rem 1.5rem;background:var(--sheet)}
.error-summary h2{margin-block-end:.5rem}
.error-summary a{color:var(--error);font-weight:600;display:inline-block;padding-block:.15rem}
.send{display:grid;gap:1rem;border-block-start:1px solid var(--ink);padding-block-start:1.5rem}
.acts{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:56px;padding:.55rem 1.8rem;border:0;border-radius:var(--r2);background:var(--tag);color:var(--on-tag);font:inherit;font-weight:600;font-size:1.125rem;text-decoration:none;cursor:pointer}
.btn:hover{background:var(--tag-press)}
.gap{display:flex;overflow:hidden;gap:4px;align-items:end;height:7rem;border-block-end:6px solid var(--ink)}
.gap i{width:3.5rem;height:5rem;border:1px dashed var(--field);border-block-end:0}
.gap i:nth-child(3n){height:3.5rem;margin-inline-end:2.5rem}
.entry{display:grid;gap:1.5rem;border-block-start:1px solid var(--ink);padding-block:1.5rem 2.5rem}
.entry>*{display:grid;gap:1rem;align-content:start;min-width:0}
.entry h2{font-size:1.5rem}
.entry dl{border-block-end:1px solid var(--ink)}
.entry dl div{display:grid;gap:0 1.5rem;padding-block:.5rem}
.entry dl div:first-child{padding-block-start:0}
.entry dl div+div{border-block-start:1px solid var(--rule)}
.entry dt,.entry small{color:var(--muted)}
.entry small{font-size:.875rem}
.entry dd{margin:0;white-space:pre-wrap}
.entry h3{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;font-size:1.125rem;margin-block-end:.5rem}
.entry section+section{border-block-start:1px solid var(--rule);padding-block-start:1rem}
.entry pre{white-space:pre-wrap;background:var(--fill);padding:1rem;font:400 .875rem/1.5 ui-monospace,Menlo,"Liberation Mono",monospace}
.entry iframe{display:block;width:100%;height:34rem;margin-block:1rem;border:1px solid var(--field)}
.outcomes:empty{display:none}
.outcomes div:first-child dd{font-weight:600}
.choice{display:grid;gap:1rem;align-items:end;padding-block:1rem;border-block-end:1px solid var(--rule)}
.choice:first-child{padding-block-start:0}
.choice>p{align-self:center}
.choice .btn{padding-inline:.75rem}
.amount{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem}
.amount .control{margin-block-start:.25rem}
.state{justify-self:start;padding:.1rem .6rem;border:1px solid var(--field);border-radius:var(--r2);font:600 .875rem/1.55 var(--text);letter-spacing:0}
.state[data-is=delivered],.state[data-is=done]{border-color:var(--ok);color:var(--ok)}
.state[data-is=dead],.state[data-is=corrupt],.state[data-is=spam]{border-color:var(--error);color:var(--error)}
summary{cursor:pointer;font-weight:600;min-height:44px;padding-block:.6rem}
@media(max-width:43.99rem){.opts{display:grid;grid-template-columns:1fr 1fr}.opts label:last-child:nth-child(odd){grid-column:1/-1}}
@media(min-width:44rem){.choice{grid-template-columns:1fr 9rem}.choice:has(.amount)>p{grid-column:1/-1}.fset{grid-template-columns:1fr 1fr}.fset:not(:has(>.half .err:not(:empty)))>.half{grid-column:auto}.entry dl div{grid-template-columns:minmax(8rem,1fr) 3fr}}
@media(min-width:60rem){.entry{grid-template-columns:minmax(0,3fr) minmax(0,9fr);gap:1.5rem 2.5rem}}
@media(forced-colors:active){.goods{display:none}.range{forced-color-adjust:none}}
`

/** Styles for themes without price tags. */
const neutral = '.board{border-block-end-width:1px}.tag{padding-inline:.9rem}.tag::before{display:none}'

/** Returns the stylesheet with the site's theme and language. */
export const createStylesheet = ({ accent, language, look, style: theme = '' }: Site): string =>
  `${style}.rng output::before{content:"${getTranslations({ language }).youChose} "}${createAccentStylesheet(accent)}${theme}${look === 'neutral' ? neutral : ''}`

/**
 * Returns a page's content security policy: no scripts and no requests, except to submit its form to the relay.
 * @param frames allowed sources of frames: `'self'` for the inbox, which shows emails in frames
 */
export function createContentSecurityPolicy(site: Site, frames = "'none'"): string {
  const styleHash = hash('sha256', createStylesheet(site), 'base64')
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; font-src data:; img-src data:; frame-src ${frames}; base-uri 'none'; frame-ancestors 'none'`
}

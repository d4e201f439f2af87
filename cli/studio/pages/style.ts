/**
 * Styles of the studio's own pages, for plain HTML and these classes:
 * - `lead`: introduction; `hint`: small secondary text
 * - `button`: main action, a `<button>` or `<a>`; with `quiet`: any other action; with `danger`: an action that deletes
 * - `actions`: row of buttons and links
 * - `fields`: `<form>` with `<label>`s that contain their text and an `<input>`, `<select>` or `<textarea>`
 * - `message`: result or warning; with `ok` or `error`
 * - `badge`: state of an item; with `ok`, `wait` or `error`
 * - `items`: `<ul>` of rows with lines between them; `item-title`: main text or link of a row
 * - `panel`: box for a separate part
 * - `scroll`: wrapper with `tabIndex={0}` in which a wide `<table>` scrolls sideways
 */
export const studioStyle = `
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{min-height:100vh;background:var(--paper);color:var(--ink);font:400 var(--t16)/1.55 var(--text);overflow-wrap:anywhere}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:.2em}
h1,h2,h3{font:650 var(--t36)/1.15 var(--display);letter-spacing:-.025em;text-wrap:balance}
h2{font-size:var(--t27)}
h3{font-size:var(--t18)}
p{max-width:var(--measure);text-wrap:pretty}
table{width:100%;border-collapse:collapse}
th,td{overflow-wrap:normal;padding:var(--s8) var(--s16) var(--s8) 0;border-block-end:1px solid var(--rule);text-align:start;vertical-align:top}
pre{padding:var(--s12);white-space:pre-wrap;background:var(--fill);font:400 var(--t14)/1.5 var(--mono)}
:focus-visible{outline:2px solid var(--cobalt);outline-offset:3px}
.top,main{max-width:calc(60rem + 2*var(--edge));margin-inline:auto;padding-inline:var(--edge)}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:0 var(--s24);padding-block:var(--s8);border-block-end:1px solid var(--rule)}
.top nav{display:flex;flex-wrap:wrap;gap:0 var(--s24)}
.top a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
.top .logo{gap:.625rem;font:650 var(--t21)/1 var(--display);letter-spacing:-.03em;text-decoration:none}
.logo-ink{fill:currentColor}
.logo-accent{fill:var(--tag)}
.logo-outline{fill:none;stroke:currentColor;stroke-width:1.2}
.account{display:flex;align-items:center;gap:var(--s12);margin-inline-start:auto;color:var(--muted)}
.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
main,main section,.panel,.fields,.fields label{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--s16)}
main{gap:var(--s24);padding-block:var(--s32) var(--s72)}
.lead,.hint{color:var(--muted)}
.lead{font-size:var(--t18)}
.hint,.badge{font-size:var(--t14)}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:var(--s8) var(--s16);border:1px solid transparent;border-radius:var(--r2);background:var(--tag);color:var(--on-tag);font:600 1rem/1.25 var(--text);text-decoration:none;cursor:pointer}
.button:hover{background:var(--tag-press)}
.button:is(.quiet,.danger){border-color:currentColor;background:none;color:var(--ink)}
.button.danger{color:var(--error)}
.button:is(.quiet,.danger):hover{background:var(--fill)}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s12) var(--s16)}
.fields{justify-items:start}
.fields label{gap:var(--s4);width:100%;max-width:30rem;font-weight:600}
.fields :is(input:not([type=checkbox],[type=radio]),select,textarea){width:100%;min-height:44px;padding:var(--s8) var(--s12);border:1px solid var(--field);border-radius:var(--r2);background:var(--sheet);color:inherit;font:400 1rem/1.5 var(--text)}
.message{padding:var(--s12) var(--s16);border:1px solid var(--field);border-inline-start-width:4px;border-radius:var(--r2);background:var(--sheet)}
.message.ok{border-color:var(--ok)}
.message.error{border-color:var(--error)}
.badge{display:inline-block;padding:0 var(--s8);border:1px solid;border-radius:var(--r2);color:var(--muted);font-weight:600;white-space:nowrap}
.badge.ok{color:var(--ok)}
.badge.wait{border-style:dashed;color:var(--ink)}
.badge.error{color:var(--error)}
.items{padding:0;border-block-end:1px solid var(--rule);list-style:none}
.items>li{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s8) var(--s16);padding-block:var(--s12);border-block-start:1px solid var(--rule)}
.item-title{flex:1 1 11rem;font-weight:600}
.items .panel{flex-basis:100%}
.panel{padding:var(--s16);border:1px solid var(--rule);border-radius:var(--r6);background:var(--sheet)}
.scroll{overflow-x:auto}
@media (max-width:30rem){.top .logo{flex-basis:100%}.account span{display:none}}
`

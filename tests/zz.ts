import { loadContent } from '/work/wt-languages/cli/engine/load.ts'
const r = await loadContent(process.argv[2] as string)
console.log(r.problems.slice(0,20).map(p=>`${p.file}:${p.line}:${p.column} ${p.severity} ${p.rule} ${p.message} | ${p.found ?? ''} | ${p.expected ?? ''}`).join('\n'), r.problems.length)
const c = r.content
if (c) { console.log([...c.translatedPages].slice(0,10)); const de=c.translations[0]; if (de) console.log(de.home, de.site.language, de.site.navigation.links.slice(0,4), de.pages.map(p=>[p.path,p.file,(p as any).isForeign])) }

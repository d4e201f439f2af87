import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { runTranslateCommand } from '../cli/commands/translate.ts'
const content = process.argv[2] as string
const o = { content, out: '', json: false, quiet: false }
await runTranslateCommand('de', [], o)
await runTranslateCommand('de', ['pages/home','pages/about','pages/services','blog/seo-on-a-budget','pages/contact','jobs/'+path.parse(readdirSync(content+'/jobs')[0] as string).name], o)
for (const f of readdirSync(content,{recursive:true}) as string[]) {
  if (!/\.de\.(yaml|md)$/.test(f)) continue
  const file = path.join(content,f), t = readFileSync(file,'utf8')
  const md = f.endsWith('.md')
  const [,front='',rest=''] = md ? (/^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(t) ?? []) : ['',t,'']
  const d = parseDocument(front)
  const list = d.get('texts') as any
  for (const item of list?.items ?? []) if (item.get('to') === '') item.set('to', String(item.get('from')).replace(/\p{Ll}/u, (c)=>c+'').replace(/[a-z](?=[^{}]*$)/, 'ä'))
  if (f === 'pages/about.de.yaml') d.set('path','/ueber-uns')
  const src = md ? readFileSync(file.replace('.de.','.'),'utf8').split(/^---\n/m).slice(2).join('---\n') : ''
  writeFileSync(file, md ? `---\n${d.toString({lineWidth:100})}---\n${src}` : d.toString({lineWidth:100}))
}

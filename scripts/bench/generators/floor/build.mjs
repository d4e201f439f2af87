import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { markdownToHtml } from 'satteri'
import { parse } from 'yaml'

/** The floor for this project's stack: YAML, satteri and React in one process and one loop, without checks or styles. */
const articles = readdirSync('articles').map((file) => {
  const [, front = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(`articles/${file}`, 'utf8')) ?? []
  return { slug: file.replace(/\.md$/, ''), ...parse(front), html: markdownToHtml(body).html }
})
articles.sort((a, b) => (a.published < b.published ? 1 : -1))

mkdirSync('public/blog', { recursive: true })
const item = ({ slug, title, summary }) =>
  h('li', { key: slug }, h('a', { href: `/blog/${slug}` }, title), h('p', null, summary))
write('index', 'Notes', 'Notes', h('h1', null, 'Notes'), h('ul', null, articles.map(item)))
for (const { slug, title, metaDescription, published, readTime, html } of articles) {
  const date = h('p', null, h('time', null, published), ` ${readTime} minutes`)
  const body = h('div', { dangerouslySetInnerHTML: { __html: html } })
  write(slug, title, metaDescription, h('article', null, h('h1', null, title), date, body))
}

function write(name, title, description, ...main) {
  const meta = [
    ['viewport', 'width=device-width'],
    ['description', description],
  ]
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    meta.map(([key, content]) => h('meta', { key, name: key, content })),
    h('title', null, title),
    h('link', { rel: 'icon', href: 'data:,' }),
  )
  const nav = h('nav', null, h('a', { href: '/blog/' }, 'All notes'))
  const header = h('header', null, h('a', { href: '/' }, 'Notes'), nav)
  const footer = h('footer', null, h('p', null, 'Notes from the field.'))
  const document = h('html', { lang: 'en' }, head, h('body', null, header, h('main', null, ...main), footer))
  writeFileSync(`public/blog/${name}.html`, `<!doctype html>${renderToStaticMarkup(document)}`)
}

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaults } from '../../cli/commands/options.ts'

/** Copies the shipped content and adds blog articles until there are `count`: real ones, each with words of its own. */
export function generateContent(folder: string, count: number): void {
  cpSync(defaults.content, folder, { recursive: true })
  const blog = path.join(folder, 'blog')
  const originals = ['blog', 'insights'].flatMap((name) =>
    readdirSync(path.join(defaults.content, name)).map((file) =>
      readFileSync(path.join(defaults.content, name, file), 'utf8'),
    ),
  )
  for (let number = originals.length; number < count; number += 1) {
    const text = originals[number % originals.length] ?? ''
    const title = `Field note ${number}`
    const own = text
      .replace(/^title: .*(?:\n {2,}.*)*$/m, `title: ${title}`)
      .replace(/^metaDescription: .*(?:\n {2,}.*)*$/m, (said) => `${said} (note ${number})`)
      .replace(/^metaTitle: .*(?:\n {2,}.*)*\n/m, '')
      .replace(/\n$/, `\n\nThis is note ${number} of ${count}; account ${(number * 7919) % 1000} gave the figures.\n`)
    writeFileSync(path.join(blog, `field-note-${number}.md`), own)
  }
}

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { agency } from './agency.ts'
import { createRandom } from './random.ts'

/** Articles are dated within DAYS days of FIRST_DAY. */
const FIRST_DAY = Date.UTC(2021, 0, 1)
const DAYS = 5 * 365
/** One in this many words is replaced, so that no two articles share cached text. */
const REPLACED_ONE_IN = 8
/** Matches a plain word between plain words. Skips words next to numbers, because the content checks verify amounts. */
const WORD = /(?<=[a-z,] )[a-z]{5,12}(?=,? [a-z])/g

/**
 * Copies content and adds blog articles until there are `count` articles. New articles are as long as real articles,
 * differ in title, words and date, and are the same in every run.
 */
export function generateContent(folder: string, count: number, source = agency): void {
  cpSync(source, folder, { recursive: true })
  const originals = ['blog', 'insights'].flatMap((name) =>
    readdirSync(path.join(source, name)).map((file) => readFileSync(path.join(source, name, file), 'utf8')),
  )
  const paragraphs = originals.flatMap((text) => text.split('\n').filter(isPlain)).join('\n')
  const words = [...new Set(paragraphs.match(WORD))]
  for (let number = originals.length; number < count; number += 1) {
    const text = originals[number % originals.length] ?? ''
    const random = createRandom(number)
    const replaceWord = (word: string) =>
      random() * REPLACED_ONE_IN < 1 ? (words[Math.floor(random() * words.length)] ?? word) : word
    const day = new Date(FIRST_DAY + Math.floor(random() * DAYS) * 86_400_000).toISOString().slice(0, 10)
    const article = text
      .replace(/^title: .*(?:\n {2,}.*)*$/m, `title: Field note ${number}`)
      .replace(
        /^metaDescription: .*(?:\n {2,}.*)*$/m,
        `metaDescription: Note ${number} from the field, what happened on the shelf that month and why, with the figures of one account.`,
      )
      .replace(/^metaTitle: .*(?:\n {2,}.*)*\n/m, '')
      .replace(/^published: .*$/m, `published: ${day}`)
      .replace(/^updated: .*\n/m, '')
      .replace(/(?<=\n---\n)[\s\S]*$/, (body) =>
        body
          .split('\n')
          .map((line) => (isPlain(line) ? line.replace(WORD, replaceWord) : line))
          .join('\n'),
      )
      .replace(/\n$/, `\n\nThis is note ${number} of ${count}; account ${(number * 7919) % 1000} gave the figures.\n`)
    writeFileSync(path.join(folder, 'blog', `field-note-${number}.md`), article)
  }
}

/** Reports whether a line belongs to a paragraph and has no links, code or braces. */
function isPlain(line: string): boolean {
  return /^[A-Za-z]/.test(line) && !/[[\]{}`|<>*_]/.test(line)
}

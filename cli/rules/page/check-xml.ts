import { SaxesParser } from 'saxes'
import type { PageProblem } from './problem.ts'

/** Checks that a feed or sitemap is well-formed XML. */
export function checkXml(file: string, xml: string): PageProblem[] {
  let wrong: string | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', ({ message }) => {
    wrong ??= message
  })
  parser.write(xml).close()
  if (wrong === undefined) return []
  const help = 'Feed readers would reject the whole file. Check the titles, summaries and text in the content.'
  return [{ rule: 'shown/feed', message: `${file} is not well-formed: ${wrong}`, help }]
}

import { listControls } from '../content/marks.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import type { Range } from '../content/source.ts'
import { listFields } from './fields.ts'
import { oncePer } from './once-per.ts'

/** Characters that nobody sees and that feeds and pages must not hold, as themselves or as what an escape comes to. */
export function controlCharacters({ files }: ParsedFolder): Problem[] {
  return files.flatMap(inFile)
}

const inFile = oncePer((parsed: ParsedFile): Problem[] => {
  const { file, text, source } = parsed
  const places = createPlaces(text)
  const tell = (range: Range, what: string): Problem => ({
    ...{ rule: 'text/control', severity: 'error', file, ...places(...range) },
    message: `here is ${what}, a control character that nobody sees`,
    help: 'Remove it. It is often what another program had as a line break.',
  })
  const written = listControls(text)
  if (written.length > 0) return written.map(({ code, start, end }) => tell([start, end], code))
  return listFields(parsed).flatMap(({ path, text: value }) =>
    [...new Set(listControls(value).map(({ code }) => code))].map((code) => tell(source?.range(path) ?? [0, 1], code)),
  )
})

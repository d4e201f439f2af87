import { UNBREAKABLE_PATTERN } from '../schema/range.ts'

const ADDRESS = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/
const SPLITTER = new RegExp(`(${UNBREAKABLE_PATTERN.source})`, 'u')

/** Shows plain text with links for email addresses and no line breaks in ranges and times. */
export function RunningText({ text }: { text: string }) {
  return text.split(SPLITTER).map((part, index) => {
    const key = index + part
    return index % 2 ? <bdi key={key}>{part}</bdi> : <TextWithEmailLinks key={key} text={part} />
  })
}

export function TextWithEmailLinks({ text }: { text: string }) {
  return text.split(ADDRESS).map((part) =>
    ADDRESS.test(part) ? (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}

import { UNBREAKABLE_PATTERN } from '../schema/range.ts'
import { TextWithEmailLinks } from './text-with-email-links.tsx'

const SPLITTER = new RegExp(`(${UNBREAKABLE_PATTERN.source})`, 'u')

/** Shows plain text in which email addresses are links and ranges and times are not broken. */
export function RunningText({ text }: { text: string }) {
  return text.split(SPLITTER).map((part, index) => {
    const key = index + part
    return index % 2 ? <bdi key={key}>{part}</bdi> : <TextWithEmailLinks key={key} text={part} />
  })
}

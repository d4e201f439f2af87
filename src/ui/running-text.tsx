import { UNBREAKABLE } from '../schema/range.ts'
import { MailText } from './mail-text.tsx'

const SPLITTER = new RegExp(`(${UNBREAKABLE.source})`, 'u')

/** Plain text in which ranges and times do not break and email addresses are links. */
export function RunningText({ text }: { text: string }) {
  return text.split(SPLITTER).map((part, index) => {
    const key = index + part
    return index % 2 ? <bdi key={key}>{part}</bdi> : <MailText key={key} text={part} />
  })
}

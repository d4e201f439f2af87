import { RANGE } from '../range.ts'
import { MailText } from './mail-text.tsx'

const APART = new RegExp(`(${RANGE.source})`)

/** Plain text as it runs in a line: ranges stay whole, mail addresses are links. */
export function RunningText({ text }: { text: string }) {
  return text.split(APART).map((part, place) => {
    const key = place + part
    return place % 2 ? (
      <span key={key} className="nb">
        {part}
      </span>
    ) : (
      <MailText key={key} text={part} />
    )
  })
}

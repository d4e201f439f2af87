import { Fragment } from 'react'

const APART = /(?<=[.!?]) /

/** A heading of two sentences breaks between them first. */
export function Sentences({ text }: { text: string }) {
  const sentences = text.split(APART)
  if (sentences.length === 1) return text
  // The space stands between them: at the end of a block of its own it would not show.
  return sentences.map((sentence, place) => (
    <Fragment key={sentence}>
      {place > 0 && ' '}
      <span className="sentence">{sentence}</span>
    </Fragment>
  ))
}

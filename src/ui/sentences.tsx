import { Fragment } from 'react'

const SENTENCE_END = /(?<=[.!?]) /

/** Shows a heading that wraps between sentences if possible. */
export function Sentences({ text }: { text: string }) {
  const sentences = text.split(SENTENCE_END)
  if (sentences.length === 1) return text
  // Puts the space between the spans, because it would collapse at the end of an inline block.
  return sentences.map((sentence, index) => (
    <Fragment key={sentence}>
      {index > 0 && ' '}
      <span className="sentence">{sentence}</span>
    </Fragment>
  ))
}

const APART = /(?<=[.!?]) /

/** A heading of two sentences breaks between them first. */
export function Sentences({ text }: { text: string }) {
  const sentences = text.split(APART)
  if (sentences.length === 1) return text
  return sentences.map((sentence, place) => (
    <span key={sentence} className="sentence">
      {sentence}
      {place < sentences.length - 1 && ' '}
    </span>
  ))
}

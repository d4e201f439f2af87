const ADDRESS = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

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

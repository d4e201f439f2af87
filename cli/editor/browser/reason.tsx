/** Looked at even where it comes to stand below the end of a panel, or above the beginning. */
const showIt = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** Why something was not done, where it was asked for. */
export function Reason({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <p className="refusal" role="alert" ref={showIt}>
      {words}
    </p>
  )
}

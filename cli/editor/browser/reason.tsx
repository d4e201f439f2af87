/** Scrolls to an error outside the visible part of a panel. */
const showIt = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** An error message beside the control that caused it. */
export function Reason({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <p className="refusal" role="alert" ref={showIt}>
      {words}
    </p>
  )
}

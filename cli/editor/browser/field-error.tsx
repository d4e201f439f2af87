const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** An error message next to the control with the error. */
export function FieldError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p className="refusal" role="alert" ref={scrollIntoView}>
      {message}
    </p>
  )
}

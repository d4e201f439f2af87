interface TrailProps {
  back: { label: string; to: string }
  here: string
  label: string
}

/** The way back to the list an entry belongs to, and where the visitor is now. */
export function Trail({ back, here, label }: TrailProps) {
  return (
    <nav className="trail" aria-label={label}>
      <a className="arrow-back" href={back.to}>
        {back.label}
      </a>{' '}
      <span aria-hidden="true">/</span> <span>{here}</span>
    </nav>
  )
}

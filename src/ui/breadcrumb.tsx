interface TrailProps {
  back: { label: string; to: string }
  current: string
  label: string
}

export function Breadcrumb({ back, current, label }: TrailProps) {
  return (
    <nav className="trail" aria-label={label}>
      <a className="arrow-back" href={back.to}>
        {back.label}
      </a>{' '}
      <span aria-hidden="true">/</span> <span>{current}</span>
    </nav>
  )
}

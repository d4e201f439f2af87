/** The hatches that pictures fill with, once a page. Not `display: none`: a hidden pattern paints nothing. */
export function Hatches() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <pattern id="h-ink" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="s-muted" d="M0 0v5" strokeWidth="2" />
      </pattern>
      <pattern id="h-coral" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="s-coral" d="M0 0v6" strokeWidth="3.5" />
      </pattern>
    </svg>
  )
}

/** Draws a decorative icon in the color of the text beside it. @param path the lines to draw, on a 16 × 16 grid */
export function LineIcon({ className, path }: { className: string; path: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

export const CloseIcon = () => <LineIcon className="i i-x" path="m2 2 12 12M14 2 2 14" />

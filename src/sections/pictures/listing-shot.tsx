/** The picture column of a product page: five thumbnails and the product, a bottle on its ground. */
export function ListingShot() {
  return (
    <svg viewBox="0 0 190 190" aria-hidden="true">
      <path
        className="f-sheet s-field"
        d="M.5 48.5h28v28H.5zM.5 84.5h28v28H.5zM.5 120.5h28v28H.5zM.5 156.5h28v28H.5z"
      />
      <path className="f-sheet s-cobalt" d="M1 13h27v27H1z" strokeWidth="2" />
      <path className="f-cobalt" d="M11 37V26c0-3 2-3 2-6v-3h4v3c0 3 2 3 2 6v11z" />
      <path className="f-soft" d="M7 53h15v19H7z" />
      <circle className="f-none s-cobalt" cx="14.5" cy="98.5" r="8" strokeWidth="3" />
      <path className="f-none s-line" d="M9 124v22M5 124h8M5 146h8M18 126v18" />
      <path className="s-field" d="M5 163h19M5 169h19M5 175h12" strokeWidth="2" />
      <path className="f-cobalt" d="M98 186V82c0-20 12-22 12-40V30h20v12c0 18 12 20 12 40v104z" />
      <path className="f-ink" d="M108 6h24v22h-24z" />
      <path className="f-sheet" d="M98 98h44v58H98z" />
      <path className="s-line" d="M105 108h30M105 114h20" strokeWidth="2" />
      <path className="f-tag" d="M105 128h30v18h-30z" />
      <path className="s-field" d="M60 186.5h120" />
    </svg>
  )
}

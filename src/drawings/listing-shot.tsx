/** The picture column of a product page: five thumbnails and the product, a bottle on its ground beside a scale. */
export function ListingShot() {
  return (
    <svg viewBox="0 0 190 190" aria-hidden="true">
      <path
        className="f-sheet s-field"
        d="M.5 48.5h28v28H.5zM.5 84.5h28v28H.5zM.5 120.5h28v28H.5zM.5 156.5h28v28H.5z"
      />
      <path className="f-sheet s-cobalt" d="M.5 12.5h28v28H.5z" />
      <path
        className="f-cobalt"
        d="M10 37V26c0-3 3-3 3-6v-3h4v3c0 3 3 3 3 6v11zM7 53h15v19H7zM98 186V82c0-20 12-22 12-40V30h20v12c0 18 12 20 12 40v104z"
      />
      <path
        className="f-sheet s-muted"
        d="M8 98h13M8 91h13M8 105h8M9 124v22M5 124h8M5 146h8M18 126v18M5 163h19M5 169h19M5 175h12M60 186h120M68 6h12M68 96h6M74 6v180"
      />
      <path className="f-sheet" d="M98 98h44v58H98z" />
      <path className="f-ink" d="M108 6h24v22h-24zM105 107h30v2h-30zM105 113h20v2h-20z" />
      <path className="f-tag" d="M105 128h30v18h-30z" />
    </svg>
  )
}

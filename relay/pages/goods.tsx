/** Packages from the shelf of the site, at the height of the logo. Packages keep their colours at night. */
export function Goods() {
  return (
    <svg className="goods" width="116" height="46" aria-hidden="true">
      <path className="goods-tag" d="M0 46V12l3-6h18l3 6v34zM28 46V12l3-6h18l3 6v34z" />
      <path
        className="goods-print"
        d="M.5 46V12.5l3-6h17l3 6V46M.5 13.5h23M6.5 26.5h11M6.5 31.5h7M28.5 46V12.5l3-6h17l3 6V46M28.5 13.5h23M34.5 26.5h11M34.5 31.5h7"
      />
      <path className="goods-plain" d="M64.5 46V26c0-5 4-5 4-9v-6.5h7V17c0 4 4 4 4 9v20" />
      <path className="goods-own" d="M92 8h24v38H92z" />
      <path className="goods-white" d="M96 13h16v14H96z" />
    </svg>
  )
}

const carton = (x: number) => `M${x} 112V44l4-9h36l4 9v68z`
const cartonLines = (x: number) =>
  `M${x}.5 111.5V44l4-8.5h35l4 8.5v67.5zM${x}.5 47.5h43M${x + 11} 66.5h22M${x + 11} 71.5h14`
const bottle = (x: number) => `M${x}.5 111.5V62c0-9 7-10 7-18V29.5h12V44c0 8 7 9 7 18v49.5z`
const can = (x: number) => `M${x}.5 58.5h28v53h-28zM${x}.5 66.5h28M${x}.5 103.5h28`
const jar = (x: number, y: number) => `M${x}.5 ${y}.5h42v27h-42zM${x + 2}.5 ${y - 7}.5h38v7h-38z`
const box = (x: number) => `M${x}.5 36.5h52v75h-52zM${x}.5 58.5h52M${x + 8}.5 44.5h20`

/** Draws a decorative shelf of products across the page, shifted by `from` pixels. `id` is unique on the page. */
export function Shelf({ id, from }: { id: string; from?: number }) {
  return (
    <div className="shelf" aria-hidden="true">
      <svg className="shelf-goods" width="100%" height="112" aria-hidden="true">
        {/* The pattern is taller than the svg, so that a rotated shelf does not show the next row at its edge. */}
        <pattern
          id={id}
          width="744"
          height="120"
          patternUnits="userSpaceOnUse"
          patternTransform={from && `translate(${-from})`}
        >
          <path
            className="shelf-plain"
            d={
              [8, 66].map(box).join('') +
              [132, 164, 196].map(bottle).join('') +
              [490, 522, 554].map(can).join('') +
              jar(382, 84) +
              jar(430, 84) +
              jar(382, 50)
            }
          />
          <path
            className="shelf-label"
            d="M18.5 68.5h32v28h-32zM76.5 68.5h32v28h-32zM132.5 70.5h26v26h-26zM164.5 70.5h26v26h-26zM196.5 70.5h26v26h-26z"
          />
          <path className="shelf-tag" d={[236, 284, 332].map(carton).join('')} />
          <path className="shelf-print" d={[236, 284, 332].map(cartonLines).join('')} />
          <path className="shelf-own" d="M598 22h36v90h-36zM640 22h36v90h-36z" />
          <path className="shelf-white" d="M604 30h24v32h-24zM646 30h24v32h-24z" />
          <path className="shelf-gap" d="M690.5 48.5h40v63h-40z" />
        </pattern>
        <rect width="100%" height="112" fill={`url(#${id})`} />
      </svg>
    </div>
  )
}

import { cell, cells } from './cells.ts'

const lost = [
  [270, 63],
  [300, 63],
  [300, 93],
  [360, 93],
  [330, 123],
  [390, 123],
  [360, 153],
  [420, 153],
  [390, 183],
  [420, 183],
  [390, 213],
] as const

/** A budget of white blocks, the yellow ones falling out of it. */
export function Leak() {
  return (
    <>
      <path className="cover-white" d={cells(30, 60, 7, 5, [27, 27], [30, 30])} />
      <path className="cover-yellow" d={lost.map(([x, y]) => cell(x, y, 27, 27)).join('')} />
      <path className="cover-white" d="M30 242h420v3H30z" />
    </>
  )
}

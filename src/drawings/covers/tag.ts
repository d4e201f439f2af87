import { cell } from './cells.ts'
import type { Motif } from './shape.ts'

const bars = [3, 8, 3, 5, 3, 10, 3, 3, 8, 5, 3, 8, 3, 5]
let x = 172
const barcode = bars.map((width, place) => {
  const bar = place % 2 === 0 ? cell(x, 158, width, 44) : ''
  x += width + 5
  return bar
})

/** A shelf tag: hole, price, barcode, hanging from its board. */
export const tag: Motif = {
  ground: 'cobalt',
  shapes: [
    { tone: 'figure', d: 'M0 40h480v10H0z' },
    { tone: 'accent', d: 'M150 50h180v172H150z' },
    { tone: 'knock', d: 'M234 62h12v12h-12z' },
    { tone: 'ink', d: `M172 92h52v46h-52zM236 92h72v10h-72zM236 110h48v10h-48zM236 128h60v10h-60z${barcode.join('')}` },
  ],
}

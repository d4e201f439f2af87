import { drawCells, drawRectangle, drawRectangleGrid, type Motif } from '../motif.ts'

/** Rows of the blocks that fall out of the budget. */
const lost = ['xx    ', ' x x  ', '  x x ', '   x x', '    xx', '    x ']

const product: [number, number] = [40, 62]
const stride: [number, number] = [48, 86]

const spends = [150, 128, 110, 94, 80, 68, 57, 47, 38, 30, 23, 17]
const paying = 5
/** Returns the left edge of a bar. Leaves a wider gap for the flagpole. */
const left = (index: number) => (index < paying ? 94 : 104) + index * 24
const bars = spends.map((height, index) => drawRectangle(left(index), 222 - height, 18, height))

const heights = [44, 58, 52, 84, 108, 150]
const column = (height: number, index: number) => `M${138 + index * 35} ${222 - height}h28v${height}h-28z`

const stripes = [3, 8, 3, 5, 3, 10, 3, 3, 8, 5, 3, 8, 3, 5]
const barcode = stripes
  .map((width, index) => {
    const before = stripes.slice(0, index).reduce((sum, stripe) => sum + stripe + 5, 0)
    return index % 2 === 0 ? drawRectangle(172 + before, 158, width, 44) : ''
  })
  .join('')

/** Motifs for article covers. The essential parts are in the middle 240 units, which portrait crops show. */
export const motifs = {
  /** A budget drawn as blocks. The accented blocks fall out of it. */
  leak: {
    ground: 'cobalt',
    shapes: [
      { tone: 'figure', d: drawRectangleGrid(30, 60, 7, 5, [27, 27], [30, 30]) },
      { tone: 'accent', d: drawCells(lost, 'x', (x, y) => drawRectangle(270 + 30 * x, 63 + 30 * y, 27, 27)) },
      { tone: 'figure', d: 'M30 242h420v3H30z' },
    ],
  },
  /** Three shelves with many gaps and three products. */
  shelf: {
    ground: 'night',
    shapes: [
      {
        tone: 'gap',
        d:
          drawRectangleGrid(-8, 12, 12, 1, product, stride) +
          drawRectangleGrid(-8, 98, 3, 1, product, stride) +
          drawRectangleGrid(280, 98, 6, 1, product, stride) +
          drawRectangleGrid(-8, 184, 12, 1, product, stride),
      },
      { tone: 'accent', d: drawRectangleGrid(136, 98, 3, 1, product, stride) },
      {
        tone: 'figure',
        d: `M0 74h480v6H0zM0 160h480v6H0zM0 246h480v6H0z${drawRectangleGrid(139, 169, 3, 1, [34, 12], stride)}`,
      },
    ],
  },
  /** A simplified product page: picture, title, points, buy box and text. */
  listing: {
    ground: 'tag',
    shapes: [
      { tone: 'line', d: 'M134 28h108v132H134z' },
      {
        tone: 'figure',
        d: 'M256 29.5h90v7h-90zM256 43.5h90v7h-90zM256 57.5h52v7h-52zM256 132h90v28h-90zM134 182h212v4H134zM134 200h212v4H134zM134 218h212v4H134zM134 236h140v4H134zM256 86h8v8h-8zM256 104h8v8h-8zM272 88h74v4h-74zM272 106h58v4h-58z',
      },
      { tone: 'figure', d: 'M174 150V98c0-8 6-8 6-16V64h16v18c0 8 6 8 6 16v52zM180 46h16v12h-16z' },
      { tone: 'accent', d: 'M174 106h28v26h-28z' },
    ],
  },
  /** Search terms as rungs, each longer than the rung below it. The top rung is the agency's. */
  ladder: {
    ground: 'cobalt',
    shapes: [
      { tone: 'figure', d: 'M120 40h6v196h-6zM354 40h6v196h-6z' },
      { tone: 'line', d: 'M138 197h46v26h-46zM138 161h84v26h-84zM138 125h122v26H138zM138 89h160v26H138z' },
      { tone: 'figure', d: 'M146 207h24v6h-24zM146 171h52v6h-52zM146 135h76v6h-76zM146 99h104v6H146z' },
      { tone: 'own', d: 'M138 53h204v26H138z' },
      { tone: 'knock', d: 'M146 63h140v6H146z' },
      { tone: 'accent', d: 'M312 57h22v18h-22z' },
    ],
  },
  /** Two baskets that hang from a beam. The boxes in them hide the ends of the strings. */
  scale: {
    ground: 'night',
    shapes: [
      { tone: 'figure', d: 'M237 62h6v166h-6zM196 228h88v6h-88zM120 88l240-32v6L120 94z' },
      { tone: 'line', d: 'M119 111l7-18 7 18M333 113l21-51 21 51' },
      { tone: 'figure', d: 'M90 168h72v6H90zM318 130h72v6h-72z' },
      { tone: 'accent', d: drawRectangleGrid(98, 111, 2, 3, [26, 17], [30, 20]) },
      { tone: 'figure', d: drawRectangleGrid(326, 113, 2, 1, [26, 17], [30, 20]) },
    ],
  },
  /** Spending as bars. Bars that no longer pay off are outlined. */
  budget: {
    ground: 'paper',
    shapes: [
      { tone: 'own', d: bars.slice(0, paying).join('') },
      { tone: 'line', d: bars.slice(paying).join('') },
      { tone: 'figure', d: 'M60 222h360v6H60zM214 44h3v178h-3z' },
      { tone: 'accent', d: 'M217 44h78v34h-78z' },
      { tone: 'figure', d: 'M229 54h40v5h-40zM229 64h26v5h-26z' },
    ],
  },
  /** Growing columns. The last column is measured against a dashed target. */
  columns: {
    ground: 'paper',
    shapes: [
      { tone: 'own', d: heights.slice(0, -1).map(column).join('') },
      { tone: 'accent', d: column(150, 5) },
      { tone: 'gap', d: 'M120 72h240' },
      { tone: 'figure', d: 'M60 222h360v6H60z' },
    ],
  },
  /** Weeks as a grid, orders as spans across it, and a line at the current day. */
  schedule: {
    ground: 'night',
    shapes: [
      { tone: 'gap', d: drawRectangleGrid(60, 58, 9, 4, [40, 40], [40, 40]) },
      { tone: 'figure', d: 'M60 52h360v6H60zM70 68h104v20H70zM150 108h64v20h-64zM290 188h90v20h-90z' },
      { tone: 'own', d: 'M214 108h96v20h-96zM120 148h130v20H120z' },
      { tone: 'accent', d: 'M250 148h60v20h-60zM237 36h6v196h-6z' },
    ],
  },
  /** A shelf tag with a hole, a price and a barcode, hanging from a board. */
  tag: {
    ground: 'cobalt',
    shapes: [
      { tone: 'figure', d: 'M0 40h480v10H0z' },
      { tone: 'accent', d: 'M150 50h180v172H150z' },
      { tone: 'knock', d: 'M234 62h12v12h-12z' },
      { tone: 'ink', d: `M172 92h52v46h-52zM236 92h72v10h-72zM236 110h48v10h-48zM236 128h60v10h-60z${barcode}` },
    ],
  },
} satisfies Record<string, Motif>
export type MotifName = keyof typeof motifs

import type { Motif } from './shape.ts'

/** The skeleton of a product page: picture, title, points, buy box, text. */
export const listing: Motif = {
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
}

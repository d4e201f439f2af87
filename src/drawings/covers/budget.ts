import type { Motif } from './shape.ts'

const bars = [150, 128, 110, 94, 80, 68, 57, 47, 38, 30, 23, 17]
const paying = 5
/** The flag's pole stands in a wider gap. */
const left = (place: number) => (place < paying ? 94 : 104) + place * 24
const bar = (tall: number, place: number) => `M${left(place)} ${222 - tall}h18v${tall}h-18z`

/** A strip of spend, cut where it stops paying; what comes after is only outlined. */
export const budget: Motif = {
  ground: 'paper',
  shapes: [
    { tone: 'own', d: bars.slice(0, paying).map(bar).join('') },
    {
      tone: 'line',
      d: bars
        .slice(paying)
        .map((tall, place) => bar(tall, place + paying))
        .join(''),
    },
    { tone: 'figure', d: 'M60 222h360v6H60zM214 44h3v178h-3z' },
    { tone: 'accent', d: 'M217 44h78v34h-78z' },
    { tone: 'figure', d: 'M229 54h40v5h-40zM229 64h26v5h-26z' },
  ],
}

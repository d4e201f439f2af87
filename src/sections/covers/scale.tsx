import { cells } from './cells.ts'

/** Two baskets on one beam, and which is heavier. */
export function Scale() {
  return (
    <>
      <path className="cover-white" d="M237 62h6v166h-6zM196 228h88v6h-88zM120 88l240-32v6L120 94z" />
      <path className="cover-rule" d="M126 93 98 168M126 93l28 75M354 62l-28 68M354 62l28 68" />
      <path className="cover-white" d="M90 168h72v6H90zM318 130h72v6h-72z" />
      <path className="cover-yellow" d={cells(98, 108, 2, 3, [26, 17], [30, 20])} />
      <path className="cover-white" d={cells(326, 110, 2, 1, [26, 17], [30, 20])} />
    </>
  )
}

/** Path of a rectangle, the brick that covers are built of. */
export function cell(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`
}

/** Path of a block of equal rectangles. `step` is the distance from one to the next, right and down. */
export function cells(
  x: number,
  y: number,
  columns: number,
  rows: number,
  size: [number, number],
  step: [number, number],
): string {
  let path = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) path += cell(x + column * step[0], y + row * step[1], ...size)
  }
  return path
}

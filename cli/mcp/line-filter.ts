import { Transform } from 'node:stream'

/** Maximum size of a message in bytes: more than the largest picture in an edit. */
const MAX_LINE = 9 << 20
const NEWLINE = 10

/** Creates a stream that passes on whole lines, and leaves out lines that are too long. */
export function createLineFilter(onTooLong: () => void): Transform {
  let line: Buffer[] = []
  let size = 0
  const add = (part: Buffer) => {
    size += part.length
    if (size <= MAX_LINE) line.push(part)
    else line = []
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end + 1))
        start = end + 1
        if (size > MAX_LINE) onTooLong()
        else this.push(Buffer.concat(line))
        line = []
        size = 0
      }
      add(chunk.subarray(start))
      done()
    },
  })
}

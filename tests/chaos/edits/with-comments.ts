/** Adds comments above every third field and after every fifth short value. */
export function withComments(yaml: string): string {
  let [count, blockIndent] = [0, -1]
  return yaml
    .split('\n')
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0].length ?? 0
      if (blockIndent >= 0 && (indent > blockIndent || line.trim() === '')) return [line]
      blockIndent = -1
      if (/(?:: |- )[|>][-+\d]*$/.test(line)) blockIndent = indent
      if (!/^ *(?:- )*[\w-]+:(?: |$)/.test(line)) return [line]
      count += 1
      const above = count % 3 === 0 && blockIndent < 0 ? [`${' '.repeat(indent)}# note ${count}`] : []
      return [...above, count % 5 === 0 && /: [\w-]+$/.test(line) ? `${line} # after ${count}` : line]
    })
    .join('\n')
}

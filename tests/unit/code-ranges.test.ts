import { describe, expect, it } from 'vitest'
import { listCodeRanges } from '../../cli/content/markdown/code-ranges.ts'
import { listQuantities } from '../../cli/rules/helpers/prose.ts'
import { UNBREAKABLE_PATTERN } from '../../src/schema/range.ts'

const listCode = (text: string) => listCodeRanges(text).map(([start, end]) => text.slice(start, end))

describe('listCodeRanges', () => {
  it.each([
    ['a fence with its lines', 'a\n```sh\n<<<<<<< x\n```\nb', ['```sh\n<<<<<<< x\n```']],
    ['a fence with CRLF line ends', '```\r\na\r\n```\r\nb', ['```\r\na\r\n```']],
    ['a fence that is longer than the marks in it', '````\n```\n````\nb `c`', ['````\n```\n````', '`c`']],
    ['a fence that is not closed, to the end', 'a\n~~~\n```\nb\n', ['~~~\n```\nb\n']],
    ['no indented fence', '    ```\na\n', []],
    ['a span across lines of a paragraph', 'a `b\nc` d', ['`b\nc`']],
    ['no span across an empty line', 'a `b\n\nc` d', []],
    ['a span closed by as many backticks', '``a ` b`` c ` d', ['``a ` b``']],
    ['no span that starts with an escaped backtick', 'a \\`b` c `d', ['` c `']],
  ])('lists %s', (_, text, expected) => {
    expect(listCode(text)).toEqual(expected)
  })
})

describe('listQuantities', () => {
  it('lists whole numbers only, without a comma that ends a clause', () => {
    const texts = listQuantities('In 24, we paid $1,000 to 1,2,3 people, 1.5 hours, 7a1 and 1,000a1').map(
      ({ text }) => text,
    )
    expect(texts).toEqual(['24', '$1,000 to 1,2,3', '1.5 hours'])
  })
})

describe('UNBREAKABLE_PATTERN', () => {
  it.each([
    ['of 24-48 hours,', '24-48 hours'],
    ['is $65.5K-$85K a year', '$65.5K-$85K a year'],
    ['is £12.60–£13.80 an hour, paid', '£12.60–£13.80 an hour'],
    ['at 9:00-17:30.', '9:00-17:30'],
    ['after 8 months', '8 months'],
    ['1.2.3', undefined],
  ])('finds the range or time in "%s"', (text, found) => {
    expect(UNBREAKABLE_PATTERN.exec(text)?.[0]).toBe(found)
  })
})

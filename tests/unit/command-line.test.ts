import { describe, expect, it } from 'vitest'
import { runHere } from '../run-here.ts'

const HARBOR = ['--content', 'tests/sites/harbor']

describe('the command line tool', () => {
  it.each([
    { args: '--version', code: 0, says: /^\d+\.\d+\.\d+\n$/ },
    { args: 'check --content none', code: 2, says: /the content folder .* does not exist/ },
    { args: 'build --content none', code: 2, says: /the content folder .* does not exist/ },
    { args: 'new blog Prime Day', code: 2, says: /"Prime Day" .* Did you mean prime-day\?/ },
    { args: 'rename ceilings-for-ads Ad Limits', code: 2, says: /"Ad Limits" .* Did you mean ad-limits\?/ },
    {
      args: 'rename ceilings-for-ads ad-limits --dry-run',
      code: 0,
      says: /would be renamed to blog\/ad-limits.*; \/blog\/ceilings-for-ads would be \/blog\/ad-limits, and the old address would redirect to it\./,
    },
  ])('exits with code $code for "site $args"', async ({ args, code, says }) => {
    const words = args.split(' ')
    const ran = await runHere(words.includes('--content') || words.length === 1 ? words : [...words, ...HARBOR])
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([code, expect.stringMatching(says)])
  })

  it('prints at most 20 pages, one per line, for "site where"', async () => {
    const { stdout } = await runHere(['where', 'reply-time'])
    expect(stdout).toMatch(/\nShown on \d+ pages:\n(?: {2}\/\S*\n){20} {2}and \d+ more; --json lists them all\n$/)
  })
})

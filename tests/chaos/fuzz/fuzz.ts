import { parseArgs } from 'node:util'
import { seedOption } from '../seed-option.ts'
import { fuzzContent } from './fuzz-content.ts'

const EXAMPLES = 10

/** Damages files of the agency at random, and checks the reported problems and the fixes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string', default: '2000' },
      seed: seedOption,
    },
  })
  const seed = Number(values.seed)
  const start = performance.now()
  const result = await fuzzContent(Number(values.files), seed)
  const { tried, noticed, fixesOffered, fixesApplied, crashes, worse, dropped, unnoticed } = result
  const rows = Object.entries({
    ...{ seed, 'damaged files': tried, noticed, 'fixes offered': fixesOffered, 'fixes applied': fixesApplied },
    ...{ crashes: crashes.length, 'harmful fixes': worse.length, 'entries dropped': dropped.length },
    'unnoticed changes of a page': unnoticed.length,
    seconds: Math.round((performance.now() - start) / 1000),
  })
  process.stdout.write(rows.map(([name, value]) => `${name.padEnd(32)}${value}\n`).join(''))
  for (const fault of [...crashes, ...worse, ...dropped]) process.stdout.write(`✗ ${fault}\n`)
  // Prints only examples, because most unnoticed mutations replace words with other words, which no check can detect.
  const step = Math.max(1, Math.floor(unnoticed.length / EXAMPLES))
  const examples = unnoticed.filter((_, index) => index % step === 0).slice(0, EXAMPLES)
  process.stdout.write(examples.map((example) => `  ${example}\n`).join(''))
  if (crashes.length + worse.length + dropped.length > 0) process.exitCode = 1
}

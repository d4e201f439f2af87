import { run } from '../../cli/main.ts'

/** One build in a process of its own, whose memory can then be told. Arguments are those of `site`. */
const start = performance.now()
const code = await run(process.argv.slice(2))
const { maxRSS } = process.resourceUsage()
process.stdout.write(`${JSON.stringify({ code, wall: performance.now() - start, peak: maxRSS * 1024 })}\n`)
process.exitCode = code

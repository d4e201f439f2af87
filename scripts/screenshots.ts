import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { runBuildCommand } from '../cli/commands/build.ts'
import { defaultPaths } from '../cli/commands/options.ts'
import { projectRoot } from '../cli/paths.ts'
import { forEachLimited } from '../cli/pool.ts'
import { launchBrowser } from '../tests/behavior/browser.ts'
import { listOpenStates } from '../tests/behavior/open-states.ts'
import { runRelay } from '../tests/behavior/running-relay.ts'
import { linkSettings, withConsent } from '../tests/behavior/signed-links.ts'
import { pages } from '../tests/pages.ts'
import { writeControlSheets } from './screenshots/controls.ts'
import { writeGuidePictures } from './screenshots/guide.ts'
import { listReadmeShots, writeReadmePictures } from './screenshots/readme.ts'
import { writeSheets } from './screenshots/sheets.ts'
import { captureShot, listShots, parseFilter } from './screenshots/shot.ts'
import { writeStudioPictures } from './screenshots/studio.ts'

/**
 * `npm run screenshots [-- /careers 390 dark dialog]` captures every route and every open state at three widths and in
 * two color schemes. Writes screenshots and contact sheets to `.screenshots`. Arguments filter by path, width, scheme
 * or part of a name. `-- readme` captures the README's screenshots instead, `-- guide` those for the guides,
 * `-- studio` those of the studio in the guides, and `-- controls` captures controls at rest, hovered, focused and pressed.
 */
const folder = path.join(projectRoot, '.screenshots')
const filter = parseFilter(process.argv.slice(2))
const print = (text: string) => process.stdout.write(text)

if (process.argv[2] === 'guide' || process.argv[2] === 'studio') {
  await (process.argv[2] === 'guide' ? writeGuidePictures() : writeStudioPictures())
  process.exit()
}
const out = mkdtempSync(path.join(tmpdir(), 'screenshots-'))
await runBuildCommand({ content: defaultPaths.content, out, json: false, quiet: false })
const relay = await runRelay(out, linkSettings, withConsent)
const browser = await launchBrowser()
const states = listOpenStates(relay.contracts)
const isReadme = process.argv[2] === 'readme'
const shots = isReadme ? listReadmeShots(states) : listShots(Object.keys(pages), states, filter)
const failures: string[] = []
const start = performance.now()
try {
  if (process.argv.length === 2) rmSync(folder, { recursive: true, force: true })
  await forEachLimited(shots, Math.max(2, availableParallelism()), async (shot, index) => {
    await captureShot({ browser, out, site: relay.site }, shot, folder).catch((error: Error) =>
      failures.push(error.message),
    )
    print(`\r${index + 1} of ${shots.length}  ${shot.file}`.padEnd(78))
  })
  const failed = new Set(failures.map((message) => message.split(': ')[0]))
  const taken = shots.filter(({ file }) => !failed.has(file))
  print('\n')
  if (isReadme) await writeReadmePictures(folder)
  else if (shots.length > 0) await writeSheets(folder, taken)
  if (process.argv.length === 2 || filter.names.includes('controls'))
    failures.push(...(await writeControlSheets({ browser, out, site: relay.site }, folder)))
} finally {
  await browser.close()
  await relay.stop()
  rmSync(out, { recursive: true, force: true })
}
print(
  `${shots.length - failures.length} pictures in ${Math.round((performance.now() - start) / 1000)} s: .screenshots/index.html\n`,
)
for (const message of failures) process.stderr.write(`failed: ${message}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

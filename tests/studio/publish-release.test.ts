import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cliRoot } from '../../cli/packages.mjs'
import { listReleases } from '../deploy/small-build.ts'
import { needs } from '../needs.ts'
import { ada, ben, createSite, HEADING, heading, openTestStudio } from './publishing-site.ts'

it(
  'a publication of the studio is built and deployed as a release, and undone as another',
  needs('rsync', 'git'),
  async () => {
    const { root, home, remove } = createSite()
    onTestFinished(remove)
    const target = path.join(root, 'www')
    const deploy = `sh dist/hosting/deploy ${target}`
    const { propose, publish, finish, publisher } = openTestStudio(home, { deploy }, path.join(cliRoot, 'bin.mjs'))
    const page = () => readFileSync(path.join(target, 'current', 'site', 'services', 'listing-care.html'), 'utf8')
    await propose(ada, heading('Care for listings.'))
    const { id, message } = await publish(ada.id)
    expect([message, page().includes('Care for listings.')]).toEqual([undefined, true])
    expect(publisher.publications.readLog(id, 'build')).toContain('pages')
    expect(publisher.publications.readLog(id, 'deploy')).toContain('is live on')
    const first = readlinkSync(path.join(target, 'current'))
    await finish(publisher.undo(id, ben))
    expect([page().includes(HEADING), listReleases(target).length]).toEqual([true, 2])
    expect(readlinkSync(path.join(target, 'current'))).not.toBe(first)
  },
)

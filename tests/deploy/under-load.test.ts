import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { deployUnderLoad } from '../chaos/deployments/deploy-under-load.ts'
import { changeContent } from '../chaos/deployments/second-build.ts'
import { needs } from '../needs.ts'
import { runSite } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'under-load-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// `npm run chaos deployments` runs longer, and its second build has different scripts.
it(
  'deploy and rollback under load cause no failed requests and no rejected or lost submissions',
  needs('rsync', 'nginx', 'openssl'),
  async () => {
    const second = path.join(folder, 'second')
    runSite(['build', '--draft', '--content', changeContent(path.join(folder, 'content')), '--out', second])
    const { counts, wrong } = await deployUnderLoad({ dists: [inject('out'), second], folder, changes: 3, seed: 16 })
    expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, []])))
    expect(counts).toMatchObject({ deployments: 2, rollbacks: 1, 'restarts of the relay': 3 })
    expect(
      Object.values(counts)
        .slice(3, 5)
        .every((count) => count > 0),
    ).toBe(true)
    expect(counts['submissions acknowledged']).toBeGreaterThan(0)
  },
)

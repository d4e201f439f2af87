import path from 'node:path'
import sharp from 'sharp'
import { projectRoot } from '../../cli/paths.ts'
import type { OpenState } from '../../tests/behavior/open-states/state.ts'
import type { Shot } from './shot.ts'

/** Screenshots for the README, each showing one window, or several side by side. */
const pictures: Record<string, [subject: string, width: number, scheme: Shot['scheme']][]> = {
  'home.png': [['/', 1440, 'light']],
  'service.png': [['/services/ppc-advertising', 1440, 'dark']],
  'phones.png': [
    ['/insights/fix-amazon-ad-budget', 390, 'light'],
    ['form-brand-plan-errors', 390, 'dark'],
    ['/careers', 390, 'light'],
  ],
}
const GAP = 24
const MAX_BYTES = 200_000

const fileOf = (subject: string, scheme: string) =>
  `readme/${subject.replace('/', '').replaceAll('/', '-')}-${scheme}.png`

export function listReadmeShots(states: OpenState[]): Shot[] {
  return Object.values(pictures)
    .flat()
    .map(([subject, width, scheme]) => {
      const found = states.find(({ name }) => name === subject)
      // Captures the whole window instead of the part of the page that the state defines.
      const { part: _, ...state } = found ?? { path: subject }
      return {
        path: state.path,
        state: found ? (state as OpenState) : undefined,
        width,
        scheme,
        window: true,
        file: fileOf(subject, scheme),
      }
    })
}

/** Composes the README's screenshots and reduces their colors. @throws Error if a screenshot is too large */
export async function writeReadmePictures(folder: string): Promise<void> {
  for (const [name, subjects] of Object.entries(pictures)) {
    const parts = []
    let left = 0
    let height = 0
    for (const [subject, , scheme] of subjects) {
      const input = path.join(folder, fileOf(subject, scheme))
      const size = await sharp(input).metadata()
      parts.push({ input, left, top: 0 })
      left += size.width + GAP
      height = Math.max(height, size.height)
    }
    const file = path.join(projectRoot, 'docs', 'images', name)
    const empty = { width: left - GAP, height, channels: 4, background: '#0000' } as const
    const image = sharp({ create: empty }).composite(parts)
    const { size } = await image.png({ palette: true, colors: 64, effort: 10 }).toFile(file)
    if (size > MAX_BYTES) throw new Error(`${name} exceeds ${MAX_BYTES} bytes`)
  }
}

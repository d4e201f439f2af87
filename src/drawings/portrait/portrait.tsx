import { clothesColors, grounds, hairColors, ink, scarfOutline, skins } from './colors.ts'
import { type Hair, hairShapes } from './hair.ts'
import type { DrawnPortrait } from './schema.ts'

const HEAD = 'M48 23c10 0 15 7 15 18 0 12-6 22-15 22s-15-10-15-22c0-11 5-18 15-18z'
const FACE_IN_SCARF = 'M48 25c9 0 13 7 13 16 0 11-5 20-13 20s-13-9-13-20c0-9 4-16 13-16z'

const BEARDS = {
  short: 'M33 42c1 4 2 6 4 8 6-3 16-3 22 0 2-2 3-4 4-8 0 12-5 22-15 22S33 54 33 42zm10 12c3 2 7 2 10 0-2 4-8 4-10 0z',
  full: 'M33 41c1 5 2 8 4 9 6-3 16-3 22 0 2-1 3-4 4-9 2 16-3 30-15 30S31 57 33 41zm10 12c3 2 7 2 10 0-2 4-8 4-10 0z',
  moustache: 'M40 52c1-3 6-4 8-2 2-2 7-1 8 2-3 1-6 1-8 0-2 1-5 1-8 0z',
}

const MOUTH_AND_NOSE = 'M44 54.5c2.5 1.8 5.5 1.8 8 0M48 44v4.5l-1.5.5'
const GLASSES = 'M36.5 42a5 5 0 1 0 10 0 5 5 0 1 0-10 0zM49.5 42a5 5 0 1 0 10 0 5 5 0 1 0-10 0zM46.5 41.5c1-1 2-1 3 0'

const CLOTHES = {
  sweater: 'M39 74c5 5 13 5 18 0l2 4c-6 5-16 5-22 0z',
  shirt: 'm39 72 9 9 9-9 4 4-9 11-4-5-4 5-9-11zM47 84h2v12h-2z',
  jacket: 'm38 72 10 24 10-24 6 3-8 21H40l-8-21z',
}

/** Draws a person's face, head and shoulders from a few choices. Decorative, because the name is beside it. */
export function Portrait({ portrait }: { portrait: DrawnPortrait }) {
  const { hair, beard, clothes, glasses } = portrait
  const { behind, front }: Hair = hairShapes[hair]
  const scarf = hair === 'headscarf'
  const skin = skins[portrait.skin]
  const cloth = clothesColors[portrait.color]
  const hairColor = hairColors[portrait.hairColor]
  return (
    <svg className="face" viewBox="6 6 84 84" aria-hidden="true">
      <path d="M0 0h96v96H0z" fill={grounds[portrait.ground]} />
      {behind && !scarf && <path d={behind} fill={hairColor} />}
      <path d="M41 56h14v16l-7 7-7-7z" fill={skin} />
      <path d="M10 96c0-14 12-20 29-24l9 7 9-7c17 4 29 10 29 24z" fill={cloth} />
      {!scarf && <path d={CLOTHES[clothes]} opacity=".2" />}
      {scarf && <path d={behind} fill={cloth} stroke={scarfOutline} />}
      <path d={scarf ? FACE_IN_SCARF : HEAD} fill={skin} />
      {beard !== 'none' && <path d={BEARDS[beard]} fill={hairColor} />}
      {front && <path d={front} fill={hairColor} />}
      <g fill="none" stroke={ink} strokeLinecap="round">
        <path d={glasses ? MOUTH_AND_NOSE + GLASSES : MOUTH_AND_NOSE} strokeWidth="1.3" />
        <path d="M42 41.5V43M54 41.5V43" strokeWidth="2.6" />
      </g>
    </svg>
  )
}

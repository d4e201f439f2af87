import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Shot } from './shot.ts'

/** Pixels of a thumbnail on a sheet: as wide as this, and cut below the height. */
const THUMB = { width: 330, height: 620 }
const GAP = 20
const LABEL = 26
const PER_SHEET = { columns: 7, rows: 3 }

/** Writes a small picture of each shot beside it. Long pages are cut. */
async function writeThumb(folder: string, { file }: Shot): Promise<void> {
  const thumb = path.join(folder, 'thumbs', file.replace(/\.png$/, '.webp'))
  await mkdir(path.dirname(thumb), { recursive: true })
  const resized = await sharp(path.join(folder, file)).resize({ width: THUMB.width }).png().toBuffer()
  const { height } = await sharp(resized).metadata()
  await sharp(resized)
    .extract({ left: 0, top: 0, width: THUMB.width, height: Math.min(height, THUMB.height) })
    .webp({ quality: 82 })
    .toFile(thumb)
}

const label = (text: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${THUMB.width}" height="${LABEL}"><text y="18" font-family="sans-serif" font-size="14" fill="#111">${text}</text></svg>`,
  )

/** One large picture with many small ones, each with its name over it. */
async function writeSheet(folder: string, name: string, shots: Shot[]): Promise<void> {
  const cell = { width: THUMB.width + GAP, height: THUMB.height + LABEL + GAP }
  const columns = Math.min(PER_SHEET.columns, shots.length)
  const parts = shots.flatMap((shot, place) => {
    const left = GAP + (place % columns) * cell.width
    const top = GAP + Math.floor(place / columns) * cell.height
    const stem = path.basename(shot.file).replace(/\.\d+-\w+\.png$/, '')
    return [
      { input: label(stem), left, top },
      { input: path.join(folder, 'thumbs', shot.file.replace(/\.png$/, '.webp')), left, top: top + LABEL },
    ]
  })
  await mkdir(path.join(folder, 'sheets'), { recursive: true })
  await sharp({
    create: {
      width: GAP + columns * cell.width,
      height: GAP + Math.ceil(shots.length / columns) * cell.height,
      channels: 3,
      background: '#c9d1d4',
    },
  })
    .composite(parts)
    .png({ compressionLevel: 9 })
    .toFile(path.join(folder, 'sheets', name))
}

/** Shots with the same key together, in the order in which keys first appear. */
function group(shots: Shot[], keyOf: (shot: Shot) => string): [string, Shot[]][] {
  return [...new Set(shots.map(keyOf))].map((key) => [key, shots.filter((shot) => keyOf(shot) === key)])
}

/** Contact sheets: pictures of one width and scheme together, and a page that leads to everything. */
export async function writeSheets(folder: string, shots: Shot[]): Promise<void> {
  for (const shot of shots) await writeThumb(folder, shot)
  const looks = group(shots, ({ file, width, scheme }) => `${file.split('/')[0]}-${width}-${scheme}`)
  const size = PER_SHEET.columns * PER_SHEET.rows
  for (const [look, all] of looks)
    for (let at = 0; at < all.length; at += size)
      await writeSheet(folder, `${look}-${1 + at / size}.png`, all.slice(at, at + size))
  await writeFile(path.join(folder, 'index.html'), renderIndex(shots))
}

function renderIndex(shots: Shot[]): string {
  const picture = ({ file, width, scheme, state }: Shot) =>
    `<a href="${file}"><img loading="lazy" src="thumbs/${file.replace(/\.png$/, '.webp')}" alt=""><br>${state?.name ?? 'whole page'} ${width} ${scheme}</a>`
  const groups = group(shots, ({ path: route }) => route).map(
    ([route, all]) => `<h2>${route}</h2><div>${all.map(picture).join('')}</div>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>
<style>body{font:14px/1.4 sans-serif;background:#c9d1d4;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px}a{color:#111}img{width:220px;max-height:420px;object-fit:cover;object-position:top}</style>
${groups.join('\n')}`
}

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { Shot } from './shot.ts'

/** Width and maximum height of a thumbnail, in pixels. */
const THUMB = { width: 330, height: 720 }
const GAP = 20
const LABEL = 26
const PER_SHEET = { columns: 7, rows: 3 }

const thumbOf = (file: string) => path.posix.join('thumbs', file.replace(/\.png$/, '.webp'))

/** Writes the thumbnail of a shot. Crops long pages. */
async function writeThumb(folder: string, { file }: Shot): Promise<void> {
  const thumb = path.join(folder, thumbOf(file))
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

/** Writes a contact sheet of labeled thumbnails. Each row is as tall as its tallest thumbnail. */
async function writeSheet(folder: string, name: string, shots: Shot[]): Promise<void> {
  const columns = Math.min(PER_SHEET.columns, shots.length)
  const parts: OverlayOptions[] = []
  let top = GAP
  for (let start = 0; start < shots.length; start += columns) {
    let highest = 0
    for (const [column, { file }] of shots.slice(start, start + columns).entries()) {
      const left = GAP + column * (THUMB.width + GAP)
      const thumb = path.join(folder, thumbOf(file))
      highest = Math.max(highest, (await sharp(thumb).metadata()).height)
      const stem = path.basename(file).replace(/\.\d+-\w+\.png$/, '')
      parts.push({ input: label(stem), left, top }, { input: thumb, left, top: top + LABEL })
    }
    top += LABEL + highest + GAP
  }
  await mkdir(path.join(folder, 'sheets'), { recursive: true })
  const width = GAP + columns * (THUMB.width + GAP)
  await sharp({ create: { width, height: top, channels: 3, background: '#c9d1d4' } })
    .composite(parts)
    .png({ compressionLevel: 9 })
    .toFile(path.join(folder, 'sheets', name))
}

/** Groups shots by key, in the order in which the keys first appear. */
function group(shots: Shot[], keyOf: (shot: Shot) => string): [string, Shot[]][] {
  return [...new Set(shots.map(keyOf))].map((key) => [key, shots.filter((shot) => keyOf(shot) === key)])
}

/** Writes one contact sheet per width and color scheme, and a page that links to every shot. */
export async function writeSheets(folder: string, shots: Shot[]): Promise<void> {
  for (const shot of shots) await writeThumb(folder, shot)
  const looks = group(shots, ({ file, width, scheme }) => `${file.split('/')[0]}-${width}-${scheme}`)
  const size = PER_SHEET.columns * PER_SHEET.rows
  for (const [look, all] of looks)
    for (let start = 0; start < all.length; start += size)
      await writeSheet(folder, `${look}-${1 + start / size}.png`, all.slice(start, start + size))
  await writeFile(path.join(folder, 'index.html'), renderIndex(shots))
}

function renderIndex(shots: Shot[]): string {
  const picture = ({ file, width, scheme, state }: Shot) =>
    `<a href="${file}"><img loading="lazy" src="${thumbOf(file)}" alt=""><br>${state?.name ?? 'whole page'} ${width} ${scheme}</a>`
  const groups = group(shots, ({ path: route }) => route).map(
    ([route, all]) => `<h2>${route}</h2><div>${all.map(picture).join('')}</div>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>
<style>body{font:14px/1.4 sans-serif;background:#c9d1d4;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px}a{color:#111}img{width:220px;max-height:420px;object-fit:cover;object-position:top}</style>
${groups.join('\n')}`
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createHeaderRules } from '../../cli/build/headers.ts'
import type { Content } from '../../src/collections/content.ts'
import { listRoutes } from '../../src/routes.ts'
import { findPlayer } from '../../src/sections/video/provider.ts'
import { schema } from '../../src/sections/video/schema.ts'
import { createStructuredData } from '../../src/site/meta.ts'
import { smallVideo, writeVideoPage } from '../video-page.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Adds the page with videos, and replaces text in it. */
async function loadWith(...edits: [before: string | RegExp, after: string][]) {
  await harbor.check(() => {})
  await writeVideoPage(harbor.content)
  const file = path.join(harbor.content, 'pages', 'tour.yaml')
  writeFileSync(
    file,
    edits.reduce((text, [before, after]) => text.replace(before, after), readFileSync(file, 'utf8')),
  )
  return harbor.load()
}

function getPolicy(content: Content | undefined, directive: string): string | undefined {
  if (!content) throw new Error('the content has errors')
  const policy = createHeaderRules(content)[0]?.headers['Content-Security-Policy'] ?? ''
  return policy.split('; ').find((part) => part.startsWith(`${directive} `))
}

const youtube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0'
const vimeo = 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1'

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'YouTube', youtube],
    ['https://youtube.com/watch?app=desktop&v=aqz-KE-bpKQ&t=90s', 'YouTube', youtube],
    ['https://m.youtube.com/shorts/aqz-KE-bpKQ', 'YouTube', youtube],
    ['https://youtu.be/aqz-KE-bpKQ?si=x', 'YouTube', youtube],
    ['https://vimeo.com/123456', 'Vimeo', vimeo],
    ['https://vimeo.com/123456?share=copy', 'Vimeo', vimeo],
    ['https://www.vimeo.com/123456/abcdef12', 'Vimeo', `${vimeo}&h=abcdef12`],
  ])('determines the player: %s', (video, provider, url) => {
    expect(schema.shape.video.parse(video)).toBe(video)
    expect(findPlayer(video)).toEqual({ provider, url })
  })

  it('needs no player if it is a file', () => {
    expect(schema.shape.video.parse('/files/tour.webm')).toBe('/files/tour.webm')
    expect(findPlayer('/files/tour.webm')).toBeUndefined()
  })

  it.each([
    'https://www.youtube.com/@harbor',
    'https://www.youtube.com/watch?v=short',
    'https://evil.example/https://youtu.be/aqz-KE-bpKQ',
    'http://youtu.be/aqz-KE-bpKQ',
    'https://vimeo.com/harbor',
    '/files/rates.pdf',
    '/tour',
  ])('is rejected if it is not a video: %s', (video) => {
    expect(schema.shape.video.safeParse(video).success).toBe(false)
  })
})

describe('the content security policy', () => {
  const booking = 'frame-src https://booking.harborandpine.example'

  it('allows no players and no media if there are no videos', async () => {
    const { content } = await harbor.check(() => {})
    expect(getPolicy(content, 'frame-src')).toBe(booking)
    expect(getPolicy(content, 'media-src')).toBe("media-src 'none'")
  })

  it('allows exactly the players of the videos, and media if there is a video file', async () => {
    const { content, problems } = await loadWith()
    expect(problems).toEqual([])
    expect(getPolicy(content, 'frame-src')).toBe(`${booking} https://player.vimeo.com https://www.youtube-nocookie.com`)
    expect(getPolicy(content, 'media-src')).toBe("media-src 'self'")
    const { content: without } = await loadWith([/https:\/\/vimeo\S+/, 'https://youtu.be/aqz-KE-bpKQ'])
    expect(getPolicy(without, 'frame-src')).toBe(`${booking} https://www.youtube-nocookie.com`)
  })
})

it('a video with a text and a date of publication is described to search engines', async () => {
  const { content } = await loadWith()
  const route = content && listRoutes(content).find((route) => route.path === '/tour')
  if (!route) throw new Error('the content has errors')
  const videos = createStructuredData(route, content).filter((item) => JSON.stringify(item).includes('VideoObject'))
  expect(videos).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: 'A morning at the quay',
      description: 'From the shelf to the ship in two minutes.',
      thumbnailUrl: expect.stringMatching(/^https:\/\/harborandpine\.example\/assets\/quay-\w+-1600x900\.webp$/),
      uploadDate: '2026-03-01',
      embedUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    },
  ])
})

describe('a video file', () => {
  const check = (files: Record<string, Buffer | string>) =>
    harbor.check((content) => {
      mkdirSync(path.join(content, 'files'))
      for (const [name, data] of Object.entries(files)) writeFileSync(path.join(content, 'files', name), data)
    })

  it('is rejected if it has another format or is truncated, and causes a warning if it is large', async () => {
    const { problems, content } = await check({
      'cut.mp4': smallVideo.subarray(0, 20),
      'large.mp4': Buffer.concat([smallVideo, Buffer.alloc(50_000_000)]),
      'small.mp4': smallVideo,
      'small.webm': Buffer.from('\x1A\x45\xDF\xA3...webm', 'latin1'),
      'sound.webm': 'ID3',
    })
    expect(problems.map(({ file, rule, message }) => [path.basename(file), rule, message])).toEqual([
      ['cut.mp4', 'document/unreadable', 'not a valid MP4 file'],
      ['large.mp4', 'document/large', expect.stringContaining('the limit is 50 MB')],
      ['sound.webm', 'document/unreadable', 'not a valid WebM file'],
    ])
    expect(content).toBeUndefined()
  })

  it('that does not exist is reported where a section names it', async () => {
    const { problems } = await loadWith(['/files/tour.mp4', '/files/tuor.mp4'])
    expect(problems).toMatchObject([{ rule: 'link/dead', help: expect.stringContaining('tour.mp4') }])
  })
})

import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { anchor, heading } from '../../schema/blocks.ts'
import { parseValidUrl } from '../../schema/parse-url.ts'
import { parseSrcset } from '../../schema/srcset.ts'
import { day, line, photo, text } from '../../schema/text.ts'
import { findPlayer, videoPattern } from './provider.ts'

export const schema = z.strictObject({
  type: z.literal('video').describe('A video from YouTube, Vimeo or the files folder'),
  id: anchor,
  heading: heading.optional(),
  text: text.max(320).optional().describe('A sentence or two below the heading, or beside the video'),
  video: z
    .string()
    .regex(videoPattern, 'the address of a video on YouTube or Vimeo, or /files/name.mp4')
    .meta({ link: true, examples: ['https://www.youtube.com/watch?v=aqz-KE-bpKQ'] })
    .describe('Address of the video on YouTube or Vimeo, or the path of an MP4 or WebM file, such as /files/tour.mp4'),
  poster: photo.describe('Picture in content/images shown until the video plays, in the shape of the video'),
  alt: line.describe('What the picture shows, for visitors who do not see it'),
  caption: line.max(100).describe('Title of the video, below it'),
  duration: line.max(16).optional().describe('Length of the video, such as 2:31'),
  published: day
    .optional()
    .describe('Date of publication, for search engines, which list videos that have this date and a text'),
})
type VideoSection = z.infer<typeof schema>

export function resolve({ published: _published, ...section }: VideoSection) {
  return { ...section, player: findPlayer(section.video) }
}

/** A file plays in the browser's own player. */
export function needsScript({ player }: ReturnType<typeof resolve>): boolean {
  return player !== undefined
}

export function listFrameOrigins({ video }: VideoSection): string[] {
  const player = findPlayer(video)
  return player ? [parseValidUrl(player.url).origin] : []
}

/** schema.org VideoObject. https://developers.google.com/search/docs/appearance/structured-data/video */
export function structuredData(section: VideoSection, { site }: PageContent): object[] {
  const { caption, text, poster, published, video } = section
  const { url: thumbnail } = parseSrcset(poster)
  if (!text || !published || !thumbnail) return []
  const player = findPlayer(video)
  const source = player ? { embedUrl: player.url.replace(/\?.*/, '') } : { contentUrl: site.url + video }
  return [
    {
      '@type': 'VideoObject',
      name: caption,
      description: text,
      thumbnailUrl: site.url + thumbnail,
      uploadDate: published,
      ...source,
    },
  ]
}

export const labels = ['playVideo', 'videoProvider'] as const

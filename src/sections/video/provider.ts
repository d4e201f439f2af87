/** Addresses of videos, without anchors: from YouTube, from Vimeo, and in content/files. */
const YOUTUBE =
  /https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:(?!v=)[^\s&]*&)*v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?![\w-])\S*/
const VIMEO = /https:\/\/(?:www\.)?vimeo\.com\/(\d+)(?:\/([\da-f]+))?(?:[?#]\S*)?/
const FILE = /\/files\/[a-z0-9-]+\.(?:mp4|webm)/

export const videoPattern = new RegExp(`^(?:${[YOUTUBE, VIMEO, FILE].map(({ source }) => source).join('|')})$`)

/** The player of a site that hosts videos. */
export interface Player {
  provider: string
  /** Address of the player, which starts the video, for an iframe. */
  url: string
}

/** Returns the player of a video; undefined if the video is a file on this site. The players set no tracking cookies. */
export function findPlayer(video: string): Player | undefined {
  const [, id] = new RegExp(`^${YOUTUBE.source}$`).exec(video) ?? []
  if (id) return { provider: 'YouTube', url: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` }
  const [, number, hash] = new RegExp(`^${VIMEO.source}$`).exec(video) ?? []
  // The hash is the key of an unlisted video.
  const key = hash ? `&h=${hash}` : ''
  return number
    ? { provider: 'Vimeo', url: `https://player.vimeo.com/video/${number}?autoplay=1&dnt=1${key}` }
    : undefined
}

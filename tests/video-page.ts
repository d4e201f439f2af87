import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** The smallest file that has the signatures of an MP4 video. It does not play. */
export const smallVideo = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08moov', 'latin1')

/** Adds the page `/tour` to a content folder, with a video from YouTube, one from Vimeo, a file, and two events. */
export async function writeVideoPage(content: string): Promise<void> {
  for (const folder of ['images', 'files']) mkdirSync(path.join(content, folder), { recursive: true })
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#3a6b7e' } })
  await picture.jpeg().toFile(path.join(content, 'images', 'quay.jpg'))
  writeFileSync(path.join(content, 'files', 'tour.mp4'), smallVideo)
  writeFileSync(path.join(content, 'pages', 'tour.yaml'), PAGE)
}

const PAGE = `path: /tour
title: A tour of the quay
description: A page with videos from several places and with the events of the year, all in one place on the quay.
sections:
  - type: hero
    heading: A tour of the quay
  - type: video
    heading: How we load
    text: From the shelf to the ship in two minutes.
    video: https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90s
    poster: quay.jpg
    alt: A crane lifts a crate
    caption: A morning at the quay
    duration: "2:31"
    published: 2026-03-01
  - type: video
    video: https://vimeo.com/123456/abcdef12
    poster: quay.jpg
    alt: A crate in the hold
    caption: An evening at the quay
  - type: video
    heading: How we sail
    video: /files/tour.mp4
    poster: quay.jpg
    alt: A ship at sea
    caption: A day at sea
    duration: "0:45"
  - type: events
    heading: What is on
    empty: Nothing is planned. [Write to us](/contact) for the next date.
    items:
      - title: Winter market
        day: 2027-12-03
        lastDay: 2027-12-05
        time: 10:00 to 18:00
        place: "[Harbor hall](/contact), Quay 4"
        description: Rope and **tar** at our stand.
      - title: Knots for beginners
        day: 2027-05-09
        action: { label: Book a place, to: /contact }
`

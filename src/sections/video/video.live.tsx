import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { parseSrcset } from '../../schema/srcset.ts'
import { hasModifier } from '../../ui/has-modifier.ts'
import { Photo } from '../../ui/photo.tsx'
import { RunningText } from '../../ui/running-text.tsx'
import { Section } from '../../ui/section.tsx'
import { setButtonRole } from '../../ui/set-button-role.ts'
import type { LiveSite, SectionProps, ViewOf } from '../view.ts'

/**
 * Shows a video: a file in the browser's player, or the poster of a video on another site. Loads nothing from that site
 * until the visitor plays the video.
 */
export default function Video({ view, site }: SectionProps<'video'>) {
  const { id, heading, text, caption, duration, player } = view
  const isAlone = !heading && !text
  return (
    <Section name="video" id={id} pad="s" label={heading ? undefined : caption}>
      <div className="grid">
        {!isAlone && (
          <div className="c4 stack16">
            {heading && <h2>{heading}</h2>}
            {text && (
              <p className="muted">
                <RunningText text={text} />
              </p>
            )}
          </div>
        )}
        <figure className={isAlone ? 'c12' : 'c8'}>
          {player ? <Poster view={view} player={player} labels={site.labels} /> : <VideoFile {...view} />}
          <figcaption className="video-foot">
            {caption} {!player && duration && <span className="meta num">{duration}</span>}
          </figcaption>
        </figure>
      </div>
    </Section>
  )
}

interface PosterProps {
  view: ViewOf<'video'>
  player: NonNullable<ViewOf<'video'>['player']>
  labels: LiveSite['labels']
}

/** Shows the poster with a link to the video. If JavaScript is available, the link loads the player in its place. */
function Poster({ view, player, labels }: PosterProps) {
  const { video, poster, alt, caption, duration } = view
  const frame = useRef<HTMLIFrameElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (isPlaying) frame.current?.focus()
  }, [isPlaying])
  const play = (event: MouseEvent<HTMLAnchorElement>) => {
    if (hasModifier(event.nativeEvent)) return
    event.preventDefault()
    setPlaying(true)
  }
  return (
    <div className="video-frame">
      {/* Remains behind the player, because it determines the size. */}
      <Photo srcset={poster} alt={isPlaying ? '' : alt} sizes={SIZES} />
      {isPlaying ? (
        <iframe
          className="video-player"
          ref={frame}
          src={player.url}
          title={caption}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      ) : (
        <a className="video-play" href={video} onClick={play} ref={setButtonRole} data-plays="">
          <span className="video-tag">
            <b>{labels.playVideo}</b> {duration && <span className="num">{duration}</span>}{' '}
            <small>{labels.videoProvider.replace('{provider}', player.provider)}</small>
          </span>
        </a>
      )}
    </div>
  )
}

function VideoFile({ video, poster, caption }: ViewOf<'video'>) {
  const { url, width, height } = parseSrcset(poster)
  return (
    // biome-ignore lint/a11y/useMediaCaption: content cannot contain caption files yet
    <video
      className="photo"
      width={width}
      height={height}
      poster={url}
      aria-label={caption}
      controls
      playsInline
      preload="none"
      src={video}
    />
  )
}

const SIZES = '(min-width: 60rem) min(100vw, 1200px), calc(100vw - 40px)'

import { useEffect, useRef, useState } from 'react'
import type { Session } from './session.ts'

/** A picture of the content, small; asked for when it comes into sight. Its name stands beside it. */
export function Thumbnail({ session, name }: { session: Session; name: string }) {
  const [address, setAddress] = useState<string>()
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return
      observer.disconnect()
      session.thumbnail(name).then(setAddress, () => setAddress(undefined))
    })
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [session, name])
  return (
    <span className="thumbnail" ref={frame}>
      {address && <img src={address} alt="" />}
    </span>
  )
}

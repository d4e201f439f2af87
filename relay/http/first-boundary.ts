/**
 * Looks at the beginning of a multipart body: it must be the boundary that the header names. busboy skips
 * anything before the first boundary, so a part under a wrong one would be lost without a word.
 * @returns takes each piece of the body and says whether all is well so far
 */
export function boundaryGuard(contentType: string): (chunk: Buffer) => boolean {
  const named = /^multipart\/form-data\b[\s\S]*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const boundary = named?.[1] ?? named?.[2]
  if (boundary === undefined) return () => true
  const wanted = Buffer.from(`--${boundary}`, 'latin1')
  let seen = Buffer.alloc(0)
  let done = false
  return (chunk) => {
    if (done) return true
    seen = Buffer.concat([seen, chunk])
    // Some clients put a line break before the first boundary.
    const breaks = Math.min(2, seen.length)
    const start = seen.subarray(0, breaks).equals(Buffer.from('\r\n').subarray(0, breaks)) ? breaks : 0
    const compared = Math.min(seen.length - start, wanted.length)
    const same = seen.subarray(start, start + compared).equals(wanted.subarray(0, compared))
    done = !same || compared === wanted.length
    return same
  }
}

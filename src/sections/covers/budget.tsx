/** A strip of spend, cut where it stops paying; what comes after is only outlined. */
export function Budget() {
  const bars = [150, 128, 110, 94, 80, 68, 57, 47, 38, 30, 23, 17]
  const bar = (tall: number, place: number) => `M${102 + place * 24} ${222 - tall}h18v${tall}h-18z`
  return (
    <>
      <path className="cover-blue" d={bars.slice(0, 5).map(bar).join('')} />
      <path
        className="cover-line"
        d={bars
          .slice(5)
          .map((tall, place) => bar(tall, place + 5))
          .join('')}
      />
      <path className="cover-ink" d="M60 222h360v6H60zM216 44h3v178h-3z" />
      <path className="cover-yellow" d="M219 44h78v34h-78z" />
      <path className="cover-ink" d="M231 54h40v5h-40zM231 64h26v5h-26z" />
    </>
  )
}

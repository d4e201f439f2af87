/** Room for what is to come, or for what is not there. */
export function EmptyShelf() {
  return (
    <div className="gap" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <i key={place} />
      ))}
    </div>
  )
}

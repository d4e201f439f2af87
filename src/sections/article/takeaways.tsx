/** What to remember, on the one yellow tag of the article. */
export function Takeaways({ heading, items }: { heading: string; items: string[] }) {
  return (
    <aside className="take" aria-label={heading}>
      <h2>{heading}</h2>
      <ol>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <i className="barcode" />
    </aside>
  )
}

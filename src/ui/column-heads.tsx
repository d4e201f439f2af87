interface ColumnHeadsProps {
  names: readonly string[]
  /** By the place of the column, from 0. */
  classOf?: (place: number) => string | undefined
}

/** The head of a table: what each column holds. */
export function ColumnHeads({ names, classOf }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name, place) => (
          <th key={name} scope="col" className={classOf?.(place)}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

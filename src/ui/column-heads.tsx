interface ColumnHeadsProps {
  names: readonly string[]
  /** By the index of the column, from 0. */
  classOf?: (index: number) => string | undefined
}

/** The head of a table: what each column holds. */
export function ColumnHeads({ names, classOf }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name, index) => (
          <th key={name} scope="col" className={classOf?.(index)}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

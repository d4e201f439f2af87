interface ColumnHeadsProps {
  names: readonly string[]
  /** Column indexes start at 0. */
  classOf?: (index: number) => string | undefined
}

/** Table head with the column names. */
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

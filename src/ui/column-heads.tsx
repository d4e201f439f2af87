interface ColumnHeadsProps {
  names: readonly string[]
  /** Returns the class of a column. Column indexes start at 0. */
  classOf?: (index: number) => string | undefined
}

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

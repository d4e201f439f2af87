import { useId, useState } from 'react'
import { choicesOf, type Node } from '../../scaffold/schema/node.ts'
import { Reason } from './reason.tsx'

interface NewNameProps {
  /** What names there may be. */
  node: Node | undefined
  problemOf(name: string): string | undefined
  onAdd(name: string): void
}

/** One more in a group whose fields somebody names, such as facts. */
export function NewName({ node, problemOf, onAdd }: NewNameProps) {
  const id = useId()
  const [name, setName] = useState('')
  const known = choicesOf(node)
  const problem = problemOf(name)
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(name)
      }}
    >
      <label htmlFor={id}>Name of another</label>
      <span className="row">
        <input
          id={id}
          list={`${id}-known`}
          required
          value={name}
          aria-describedby={`${id}-about`}
          aria-invalid={problem !== undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <datalist id={`${id}-known`}>
          {known.map((one) => (
            <option key={String(one)}>{String(one)}</option>
          ))}
        </datalist>
        <button type="submit">Add</button>
      </span>
      <p id={`${id}-about`} className="about">
        {node?.patternErrorMessage ?? known.join(', ')}
      </p>
      <Reason words={problem} />
    </form>
  )
}

import { toPlainText } from '@northshelf/site/schema/inline-markdown.ts'
import type { ReactNode } from 'react'
import { formatValueName, type ValueLocation } from '../../dev/source-marks.ts'
import type { SchemaNode } from '../../scaffold/schema/node.ts'
import { Button } from './button.tsx'
import type { Session } from './session.ts'
import { useChoices } from './use-async.ts'

const FACT = /\{([a-z][a-z0-9-]*)\}/g
/** Text may have several lines if its length limit is higher than this. */
const MULTILINE = 200

interface TextHelpProps {
  place: ValueLocation
  node: SchemaNode | undefined
  text: string
  session: Session
  children: ReactNode
  onFact(name: string): void
  onInsert(text: string): void
}

/** Shows help below a text field: description, length limit and facts. */
export function TextHelp({ place, node, text, session, children, onFact, onInsert }: TextHelpProps) {
  const facts = useChoices(session, 'facts') ?? []
  /** The text as visitors see it. */
  const filled = text.replace(FACT, (whole, name) => facts.find((fact) => fact.name === name)?.title ?? whole)
  const { length } = node?.inlineMarkdown ? toPlainText(filled) : filled
  const limit = node?.inlineMarkdown?.max ?? node?.maxLength
  // Excludes names that are not defined in facts.yaml, such as {brand}.
  const used = facts.filter(({ name }) => text.includes(`{${name}}`))
  return (
    <div className="text-about" id="about">
      <p className="place">{formatValueName(place)}</p>
      {node?.description && <p>{node.description.replaceAll('`', '')}</p>}
      {node?.inlineMarkdown && (
        <p>
          Links and emphasis: <code>[words](/address)</code>, <code>**strong**</code>, <code>*emphasis*</code>
        </p>
      )}
      <div className="row">
        <Count length={length} limit={limit} />
        {(limit ?? 0) > MULTILINE && (
          <span className="count">
            New line <kbd>Shift Enter</kbd>
          </span>
        )}
        {used.map(({ name }) => (
          <Button key={name} label={`{${name}}`} className="fact" onClick={() => onFact(name)} title="Open the fact" />
        ))}
        {facts.length > 0 && (
          <select
            className="facts"
            aria-label="Insert a fact"
            value=""
            onChange={(event) => onInsert(`{${event.target.value}}`)}
          >
            <option value="">Insert a fact…</option>
            {facts.map(({ name, title }) => (
              <option key={name} value={name}>
                {`${title} (${name})`}
              </option>
            ))}
          </select>
        )}
      </div>
      {children}
    </div>
  )
}

export function Count({ length, limit }: { length: number; limit: number | undefined }) {
  if (limit === undefined) return null
  return (
    <span className={length > limit ? 'count over' : 'count'}>
      {length} of {limit}
    </span>
  )
}

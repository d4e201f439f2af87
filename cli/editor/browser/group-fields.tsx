import { useId, useState } from 'react'
import type { ValuePath } from '../../content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../dev/source-marks.ts'
import { getValueSchema, listAllowedValues, resolveVariant, type SchemaNode } from '../../scaffold/schema/node.ts'
import type { FileChange } from '../files/entry.ts'
import { formatLabel, summarizeValue } from '../labels.ts'
import { Button } from './button.tsx'
import { FieldError } from './notices.tsx'
import { usePrompt } from './prompt.tsx'
import { ScalarField } from './scalar-field.tsx'
import type { Session } from './session.ts'

/** Field with the alternative text of the picture in the same group. */
const ALT = 'alt'

interface GroupFieldsProps {
  session: Session
  file: string
  path: ValuePath
  node: SchemaNode
  root: SchemaNode
  value: Record<string, unknown>
  /** The body, if this is the top-level group of a Markdown file. */
  body: string | undefined
  problemAt(path: ValuePath): string | undefined
  /** @param also changes to save together with the first one */
  onSave(change: FileChange, name: string, also?: FileChange[]): Promise<boolean>
  onGo(path: ValuePath): void
  onAdd(path: ValuePath): void
}

/** Shows a group of fields. Values are edited in place; lists and groups open on click. */
export function GroupFields(props: GroupFieldsProps) {
  const { session, file, path, node, root, value, body, problemAt, onSave, onGo, onAdd } = props
  const [dialog, prompt] = usePrompt()
  /**
   * Asks for the alternative text of a picture that replaces another, because the old text may not fit.
   * @returns undefined if the user cancels
   */
  const describePicture = async (old: unknown, name: string): Promise<FileChange[] | undefined> => {
    if (old === undefined || !node.properties?.[ALT] || value[ALT] === undefined) return []
    const text = await prompt({
      message: `What does ${name} show?`,
      label: 'Alternative text',
      confirm: 'Replace picture',
      field: { defaultValue: String(value[ALT]) },
    })
    return text === undefined ? undefined : [{ kind: 'set', path: [...path, ALT], value: text }]
  }
  return (
    <>
      {dialog}
      {body !== undefined && (
        <button type="button" className="entry" data-step={BODY_PATH_SEGMENT} onClick={() => onGo([BODY_PATH_SEGMENT])}>
          Text <small>{body.trim().slice(0, 60)}…</small>
        </button>
      )}
      {fieldsOf(node, value).map(([name, inner, isNeeded]) => {
        const at = [...path, name]
        const own = value[name]
        const shape = resolveVariant(inner, root, own)
        const problem = problemAt(at)
        const remove = () => onSave({ kind: 'remove', path: at }, `remove ${at.join('.')}`)
        if (!shape.properties && !shape.items && !getValueSchema(shape))
          return (
            <ScalarField
              key={at.join('.')}
              isNeeded={isNeeded}
              session={session}
              problem={problem}
              place={{ file, path: at }}
              node={shape}
              value={own}
              describePicture={(picture) => describePicture(own, picture)}
              onSet={(next, also) =>
                next === undefined ? remove() : onSave({ kind: 'set', path: at, value: next }, at.join('.'), also)
              }
            />
          )
        return (
          <div className="field" key={name}>
            {own === undefined ? (
              <button type="button" className="entry missing" data-step={name} onClick={() => onAdd(at)}>
                Add {formatLabel(name).toLowerCase()} <small>{shape.description?.replaceAll('`', '')}</small>
              </button>
            ) : (
              <span className="row">
                <button type="button" className="entry" data-step={name} onClick={() => onGo(at)}>
                  {formatLabel(name)} <small>{summarizeValue(own)}</small>
                </button>
                {!isNeeded && (
                  <Button label="×" aria-label={`Remove ${formatLabel(name).toLowerCase()}`} onClick={remove} />
                )}
              </span>
            )}
            <FieldError message={problem} />
          </div>
        )
      })}
      {typeof node.additionalProperties === 'object' && <NewName {...props} />}
    </>
  )
}

/** Returns the fields in schema order. For a group with arbitrary field names, returns the existing fields. */
function fieldsOf(node: SchemaNode, value: object): [name: string, node: SchemaNode, isNeeded: boolean][] {
  const each = getValueSchema(node)
  if (each) return Object.keys(value).map((name) => [name, each, false])
  const needed = node.required ?? []
  return Object.entries(node.properties ?? {}).map(([name, inner]) => [name, inner, needed.includes(name)])
}

/** Adds a field to a group with arbitrary field names, such as the facts. Opens the field if it already exists. */
function NewName({ path, node, value, problemAt, onGo, onAdd }: GroupFieldsProps) {
  const id = useId()
  const [name, setName] = useState('')
  const known = listAllowedValues(node.propertyNames)
  const problem = name in value ? undefined : problemAt([...path, name])
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault()
        ;(name in value ? onGo : onAdd)([...path, name])
      }}
    >
      <label htmlFor={id}>Name of the new entry</label>
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
          {known.map((choice) => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </datalist>
        <button type="submit">Add</button>
      </span>
      <p id={`${id}-about`} className="about">
        {node.propertyNames?.patternErrorMessage ?? known.join(', ')}
      </p>
      <FieldError message={problem} />
    </form>
  )
}

import { type SyntheticEvent, useId, useState } from 'react'
import type { ValueLocation } from '../../dev/source-marks.ts'
import type { NewEntryRequest } from '../server/new-entry.ts'
import { Button } from './button.tsx'
import { FieldError } from './notices.tsx'
import { PanelFrame } from './panel-frame.tsx'
import type { ApiError, Session } from './session.ts'
import { useAsync } from './use-async.ts'

interface FilesPanelProps {
  session: Session
  onOpen(place: ValueLocation): void
  /** @throws ApiError */
  onCreate(entry: NewEntryRequest): Promise<void>
  onClose(): void
}

/** Lists all content files, with a search field and a form that creates a file. */
export function FilesPanel({ session, onOpen, onCreate, onClose }: FilesPanelProps) {
  const { answer: files, failure } = useAsync(session.files)
  const [query, setQuery] = useState('')
  const id = useId()
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = files?.filter(({ file, title }) => {
    const text = `${title} ${file}`.toLowerCase()
    return terms.every((term) => text.includes(term))
  })
  const folders = [...new Set(found?.map(({ folder }) => folder))]
  return (
    <PanelFrame title="All files" onClose={onClose}>
      <NewEntry session={session} onCreate={onCreate} />
      {failure && <p className="refusal">{failure}</p>}
      <div className="field">
        <label htmlFor={id}>Search</label>
        <input
          id={id}
          type="search"
          value={query}
          aria-describedby={`${id}-found`}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return
            event.preventDefault()
            setQuery('')
          }}
        />
        <p id={`${id}-found`} className="about" role="status">
          {terms.length > 0 && found && `${found.length} of ${files?.length} files`}
        </p>
      </div>
      {folders.map((folder) => (
        <details key={`${folder} ${terms.length > 0}`} className="change" open={folder === '' || terms.length > 0}>
          <summary>{folder || 'For the whole site'}</summary>
          <ol className="texts">
            {found
              ?.filter((listed) => listed.folder === folder)
              .map(({ file, title, state, address }) => (
                <li key={file}>
                  <button type="button" onClick={() => onOpen({ file, path: [] })}>
                    {title} {state !== 'live' && <i>{state}</i>}
                    <small>{file.replace(/^[^/]*\//, '')}</small>
                  </button>
                  {address && (
                    <a href={address} aria-label={`Go to ${title}`}>
                      ↗
                    </a>
                  )}
                </li>
              ))}
          </ol>
        </details>
      ))}
    </PanelFrame>
  )
}

function NewEntry({ session, onCreate }: Pick<FilesPanelProps, 'session' | 'onCreate'>) {
  const id = useId()
  const { answer: types } = useAsync(session.kinds)
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const layouts = types?.find(({ name }) => name === chosen)?.layouts ?? []
  const create = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const layout = sent.get('layout')
    const entry = { kind: chosen, slug: String(sent.get('slug')), ...(layout && { layout: String(layout) }) }
    onCreate(entry).catch((failure: ApiError) => setError(failure.message))
  }
  return (
    <form className="new" onSubmit={create}>
      <div className="field">
        <label htmlFor={`${id}kind`}>New</label>
        <select id={`${id}kind`} value={chosen} required onChange={(event) => setChosen(event.target.value)}>
          <option value="">Choose a type</option>
          {types?.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {layouts.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}layout`}>Layout</label>
          <select id={`${id}layout`} name="layout">
            {layouts.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      {chosen && (
        <div className="field">
          <label htmlFor={`${id}slug`}>File name</label>
          <input id={`${id}slug`} name="slug" required aria-describedby={`${id}about`} />
          <p id={`${id}about`} className="about">
            The last part of its address: lowercase letters, digits and hyphens
          </p>
        </div>
      )}
      <FieldError message={error} />
      {chosen && (
        <p className="row">
          <Button type="submit" label="Create" className="main" />
          <span className="about">Creates a draft, which is not published.</span>
        </p>
      )}
    </form>
  )
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { hasModifier } from '../../../../src/client/has-modifier.ts'
import { BODY, type Place } from '../../../edit/marks.ts'
import { Bar } from './bar.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { groupAround } from './group-around.ts'
import { Inspector } from './inspector.tsx'
import { Outline } from './outline.tsx'
import type { EditedPage } from './page.ts'
import type { Moved, Refusal, Session } from './session.ts'
import { isSame, rectsOf, type Spot, spotAt } from './spots.ts'
import { TextField } from './text-field.tsx'
import { TextList } from './text-list.tsx'

interface EditorProps {
  session: Session
  page: EditedPage
  host: HTMLElement
  onLeave(): void
}

/** What stands beside the page. */
export type Panel = { kind: 'texts' | 'files' | 'changes' } | { kind: 'fields'; place: Place } | undefined

/** The editor over a page: points at texts, edits them in their place, and everything else beside the page. */
export function Editor({ session, page, host, onLeave }: EditorProps) {
  const spots = useSyncExternalStore(page.subscribe, page.spots)
  const [pointed, setPointed] = useState<Spot>()
  const [edited, setEdited] = useState<Place>()
  const [panel, setPanel] = useState<Panel>()
  const [told, tell] = useState('')
  const [steps, setSteps] = useState<{ undo?: string | undefined; redo?: string | undefined }>({})
  const open = useRef<(spot: Spot) => void>(() => {})
  open.current = ({ place }) => {
    if (place.path[0] === BODY) setPanel({ kind: 'fields', place })
    else setEdited(place)
  }

  useEffect(() => {
    const isOurs = (event: Event) => event.composedPath().includes(host)
    const point = (event: PointerEvent) => {
      if (!isOurs(event)) setPointed(spotAt(page.spots(), event.clientX, event.clientY))
    }
    const press = (event: MouseEvent) => {
      if (isOurs(event) || event.altKey || event.ctrlKey || event.metaKey) return
      const spot = event.detail > 0 ? spotAt(page.spots(), event.clientX, event.clientY) : undefined
      const group = !spot && event.target instanceof Element && groupAround(page.spots(), event.target)
      if (!spot && !group) return
      event.preventDefault()
      event.stopPropagation()
      if (spot) open.current(spot)
      else if (group) setPanel({ kind: 'fields', place: group })
    }
    addEventListener('pointermove', point)
    addEventListener('click', press, { capture: true })
    return () => {
      removeEventListener('pointermove', point)
      removeEventListener('click', press, { capture: true })
    }
  }, [host, page])

  /** A file that is new or has another name: its fields, and its page where it has one. */
  const moved = (made: Moved) => {
    setSteps(made)
    setPanel({ kind: 'fields', place: { file: made.file, path: [] } })
    if (made.address) page.go(made.address)
  }
  const step = (way: 'undo' | 'redo') =>
    session.step(way).then(
      (result) => {
        setSteps(result)
        tell(way === 'undo' ? 'Taken back' : 'Done again')
      },
      (refusal: Refusal) => tell(refusal.message),
    )
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      const writes = target instanceof HTMLElement && target.matches('input, textarea, select')
      const way =
        event.key === 'z' && !event.shiftKey ? 'undo' : event.key === 'y' || event.key === 'Z' ? 'redo' : undefined
      if (way && (event.ctrlKey || event.metaKey) && !writes) {
        event.preventDefault()
        void step(way)
      }
      if (event.key === 'e' && !hasModifier(event) && !writes) onLeave()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  const known = edited && spots.filter((one) => isSame(one.place, edited))
  const spot = known?.find((one) => rectsOf(one).length > 0) ?? known?.[0]
  return (
    <>
      {pointed && !edited && <Outline spot={pointed} />}
      {spot && (
        <TextField
          key={JSON.stringify(spot.place)}
          {...{ spot, session }}
          onFact={(name) => {
            setEdited(undefined)
            setPanel({ kind: 'fields', place: { file: spot.place.file.replace(/\/.*/, '/facts.yaml'), path: [name] } })
          }}
          onSaved={(result) => {
            setSteps(result)
            tell('Saved')
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {panel?.kind === 'texts' && (
        <TextList
          {...{ spots }}
          onPoint={setPointed}
          onOpen={(one) => open.current(one)}
          onClose={() => setPanel(undefined)}
        />
      )}
      {panel?.kind === 'files' && (
        <FilesPanel
          {...{ session }}
          onOpen={(place) => setPanel({ kind: 'fields', place })}
          onMade={moved}
          onClose={() => setPanel(undefined)}
        />
      )}
      {panel?.kind === 'changes' && (
        <ChangesPanel
          {...{ session }}
          onOpen={(file) => setPanel({ kind: 'fields', place: { file, path: [] } })}
          onSaved={setSteps}
          onClose={() => setPanel(undefined)}
        />
      )}
      {panel?.kind === 'fields' && (
        <Inspector
          {...{ session, page }}
          place={panel.place}
          onPlace={(place) => setPanel({ kind: 'fields', place })}
          onSaved={setSteps}
          onMoved={moved}
          onRemoved={(result) => {
            setSteps(result)
            setPanel({ kind: 'files' })
            tell('Deleted')
          }}
          onClose={() => setPanel(undefined)}
        />
      )}
      <Bar {...{ steps, told, panel }} onPanel={setPanel} onStep={step} onLeave={onLeave} home={page.home()} />
    </>
  )
}

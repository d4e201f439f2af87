import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Path } from '../../content/yaml/source.ts'
import { BODY, type Place } from '../../dev/marks.ts'
import type { Moved } from '../server/editor.ts'
import type { Result } from '../server/saves.ts'
import { Bar, type Panel } from './bar.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { focusedElement } from './focus.ts'
import { Inspector } from './inspector.tsx'
import { Outline } from './outline.tsx'
import type { EditedPage } from './page.ts'
import type { ApiError, Session } from './session.ts'
import { isSame, rectsOf, type Spot } from './spots.ts'
import { TextField } from './text-field.tsx'
import { TextList } from './text-list.tsx'
import { useKeys } from './use-keys.ts'
import { usePointer } from './use-pointer.ts'

interface EditorProps {
  session: Session
  page: EditedPage
  host: HTMLElement
  onLeave(): void
}

interface Edited {
  place: Place
  point?: { x: number; y: number } | undefined
}

const HINT = 'Click a text to change it, and anything else for its fields.'

/** The editor over a page: edits texts in place, and everything else in a panel beside the page. */
export function Editor({ session, page, host, onLeave }: EditorProps) {
  const spots = useSyncExternalStore(page.subscribe, page.spots)
  const drafts = useSyncExternalStore(session.drafts.subscribe, session.drafts.all)
  const [pointed, setPointed] = useState<Spot>()
  const [edited, setEdited] = useState<Edited>()
  const [panel, setPanel] = useState<Panel>()
  const [told, tell] = useState(HINT)
  const [steps, setSteps] = useState(session.steps)
  const [stepCount, setStepCount] = useState(0)

  const saved = (result: Result, words = 'Saved') => {
    setSteps(result)
    tell(words)
  }
  const show = (to: Panel) => {
    setPointed(undefined)
    setPanel(to)
  }
  const close = () => show(undefined)
  const showFields = (place: Place, more: { field?: Path[number] | undefined; words?: string | undefined } = {}) => {
    tell('')
    setEdited(undefined)
    show({ kind: 'fields', place, ...more })
  }
  const open = ({ place, range }: Spot, point?: { x: number; y: number }) => {
    const clicked = point && document.caretRangeFromPoint(point.x, point.y)?.startContainer.parentElement
    if (place.path[0] === BODY)
      showFields(place, { words: (clicked?.closest('p, li, td, th, h2, h3, h4') ?? clicked)?.textContent })
    else if (range.startContainer.isConnected) {
      tell('')
      setEdited({ place, point })
    }
  }
  usePointer({ page, host, onPoint: setPointed, onSpot: open, onGroup: (place) => showFields(place) })

  /** Opens the fields, and the page, of a new or renamed file. */
  const moved = (made: Moved) => {
    showFields({ file: made.file, path: [] })
    saved(made, `This is ${made.file} now`)
    if (made.address) page.go(made.address)
  }
  const step = (way: 'undo' | 'redo') =>
    void session.step(way).then(
      (result) => {
        page.written()
        setStepCount((count) => count + 1)
        saved(result, way === 'undo' ? 'Taken back' : 'Done again')
      },
      (refusal: ApiError) => tell(refusal.message),
    )
  /** Moves the focus to the bar, and back. */
  const left = useRef<HTMLElement>(undefined)
  const changeRegion = () => {
    const inEditor = (selector: string) => host.shadowRoot?.querySelector<HTMLElement>(selector)
    const now = focusedElement()
    if (!now?.closest('.bar')) {
      left.current = now
      return inEditor('.bar button')?.focus()
    }
    const back = left.current?.isConnected ? left.current : inEditor('.text-field textarea, #panel-title')
    ;(back ?? document.getElementById('main'))?.focus()
  }
  useKeys({
    ...{ onLeave, onStep: step, onRegion: changeRegion },
    isOpen: panel !== undefined || edited !== undefined,
  })
  // The page makes room for the panel.
  useEffect(() => {
    host.toggleAttribute('data-panel', panel !== undefined)
  }, [host, panel])

  const known = edited && spots.filter((one) => isSame(one.place, edited.place))
  const spot = known?.find((one) => rectsOf(one).length > 0) ?? known?.[0]
  /** The group of a value, whose fields show it. */
  const groupOf = ({ file, path }: Place) => ({ file, path: path[0] === BODY ? path : path.slice(0, -1) })
  const isOpen = (place: Place) =>
    (spot && isSame(place, spot.place)) ||
    (panel?.kind === 'fields' && [place, groupOf(place)].some((one) => isSame(one, panel.place)))
  const unsaved = Object.values(drafts).filter(({ place }) => !isOpen(place))
  return (
    <>
      {pointed && !edited && <Outline spot={pointed} />}
      {panel?.kind === 'texts' && (
        <TextList {...{ spots }} onPoint={setPointed} onOpen={(one) => open(one)} onClose={close} />
      )}
      {panel?.kind === 'files' && (
        <FilesPanel {...{ session }} onOpen={(place) => showFields(place)} onMade={moved} onClose={close} />
      )}
      {panel?.kind === 'changes' && (
        <ChangesPanel
          {...{ session, page }}
          onOpen={(file) => showFields({ file, path: [] })}
          onSaved={saved}
          onClose={close}
        />
      )}
      {panel?.kind === 'fields' && (
        <Inspector
          {...{ session, page, tell }}
          place={panel.place}
          field={panel.field}
          steps={stepCount}
          words={panel.words}
          onPlace={(place, field) => showFields(place, { field })}
          onSaved={saved}
          onMoved={moved}
          onRemoved={(result) => {
            saved(result, 'Deleted. Undo brings it back.')
            show({ kind: 'files' })
          }}
          onClose={close}
        />
      )}
      {spot && (
        <TextField
          key={JSON.stringify(spot.place)}
          {...{ spot, session, page }}
          point={edited?.point}
          onFact={(name) => showFields({ file: spot.place.file.replace(/\/.*/, '/facts.yaml'), path: [name] })}
          onSaved={(result) => {
            saved(result)
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      <Bar
        {...{ steps, told, panel }}
        home={page.home()}
        unsaved={unsaved.length}
        onPanel={(to) => {
          tell('')
          show(to)
        }}
        onStep={step}
        onLeave={onLeave}
        onUnsaved={() => {
          const [first] = unsaved
          if (!first) return
          const { place } = first
          if (spots.some((one) => isSame(one.place, place))) setEdited({ place })
          else showFields(groupOf(place), { field: place.path.at(-1) })
        }}
      />
    </>
  )
}

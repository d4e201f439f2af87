import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BODY_PATH_SEGMENT, groupOf, isSameLocation, type ValueLocation } from '../../dev/source-marks.ts'
import type { FileMove, SaveResult } from '../files/save-queue.ts'
import type { FileSaveResult } from '../server/editor.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { Inspector } from './fields-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { findInEditor, getFocusedElement } from './focus.ts'
import { Outline } from './outline.tsx'
import type { EditedPage } from './page.ts'
import { useKeyboardShortcuts, usePagePointer } from './page-hooks.ts'
import { findTextBlock, getTextRects, isTranslation, type PageText } from './page-texts.ts'
import type { ApiError, Session } from './session.ts'
import { TextField } from './text-field.tsx'
import { TextList } from './text-list.tsx'
import { type FieldsPanel, type PanelState, Toolbar } from './toolbar.tsx'
import { TranslationPanel } from './translation-panel.tsx'

interface EditorProps {
  session: Session
  page: EditedPage
  host: HTMLElement
  onExit(): void
}

/** The editor on top of a page. Text is edited in place, everything else in a side panel. */
export function Editor({ session, page, host, onExit }: EditorProps) {
  const texts = useSyncExternalStore(page.subscribe, page.texts)
  const drafts = useSyncExternalStore(session.drafts.subscribe, session.drafts.all)
  const [pointed, setPointed] = useState<PageText>()
  const [edited, setEdited] = useState<{ place: ValueLocation; point?: { x: number; y: number } | undefined }>()
  const [panel, setPanel] = useState<PanelState>()
  const [status, setStatus] = useState('Click text to edit it, or anything else to edit its fields.')
  const [steps, setSteps] = useState(session.steps)
  const [stepCount, setStepCount] = useState(0)

  const onSaved = (result: Partial<SaveResult>, message = 'Saved') => {
    setSteps(result)
    setStatus(message)
  }
  const show = (to: PanelState) => {
    setPointed(undefined)
    setPanel(to)
  }
  const onClose = () => show(undefined)
  const showFields = (fields: Omit<FieldsPanel, 'kind'>) => {
    setStatus('')
    setEdited(undefined)
    show({ kind: 'fields', ...fields })
  }
  const showTranslation = (place: ValueLocation) => {
    setStatus('')
    show({ kind: 'translation', place })
  }
  /** Opens a group of fields, or its translation. */
  const showGroup = (fields: Omit<FieldsPanel, 'kind'>) =>
    isTranslation(fields.place) ? showTranslation(fields.place) : showFields(fields)
  const open = ({ place, range }: PageText, point?: { x: number; y: number }) => {
    if (isTranslation(place)) return showTranslation(place)
    const clicked = point && document.caretRangeFromPoint(point.x, point.y)?.startContainer.parentElement
    if (place.path[0] === BODY_PATH_SEGMENT)
      showFields({ place, words: clicked ? findTextBlock(clicked).textContent : undefined })
    else if (range.startContainer.isConnected) {
      setStatus('')
      setEdited({ place, point })
    }
  }
  usePagePointer({ page, host, onPoint: setPointed, onText: open, onGroup: showGroup })

  /** Creates or renames a file, and opens it and its page. @throws ApiError */
  const openFile = (request: () => Promise<FileSaveResult>) =>
    page.pauseUpdates(async () => {
      const { file, address, ...result } = await request()
      showFields({ place: { file, path: [] } })
      onSaved(result, `Opened ${file}`)
      if (address) await page.navigate(address)
    })
  /** @throws ApiError */
  const removeFile = (file: string) =>
    page.pauseUpdates(async () => {
      const result = await session.remove(file)
      show({ kind: 'files' })
      onSaved(result, 'Deleted. Undo restores it.')
    })
  const onStep = (direction: 'undo' | 'redo') => {
    const step = page.pauseUpdates(async () => {
      const { move, ...result } = await session.step(direction)
      setStepCount((count) => count + 1)
      await followMove(move)
      onSaved(result, direction === 'undo' ? 'Undone' : 'Redone')
    })
    step.catch((error: ApiError) => setStatus(error.message))
  }
  /** If undo or redo has moved the open file or page, opens it under its new name. */
  const followMove = async ({ from, to }: FileMove) => {
    const isEdited = (place: ValueLocation | undefined) => place !== undefined && place.file === from?.file
    const isPage = from !== undefined && page.contentFile() === from.file
    if (isEdited(edited?.place)) setEdited(undefined)
    if (panel?.kind !== 'fields' || !isEdited(panel.place)) page.filesChanged()
    else if (to) showFields({ place: { file: to.file, path: panel.place.path } })
    else show({ kind: 'files' })
    if (isPage && to?.address) await page.navigate(to.address)
  }
  const focusedBefore = useRef<HTMLElement>(undefined)
  /** Moves focus to the toolbar, or from the toolbar back to where it was. */
  const changeRegion = () => {
    const now = getFocusedElement()
    if (!now?.closest('.bar')) {
      focusedBefore.current = now
      return findInEditor('.bar button')?.focus()
    }
    const before = focusedBefore.current
    const back = before?.isConnected ? before : findInEditor('.text-field textarea, #panel-title')
    ;(back ?? document.getElementById('main'))?.focus()
  }
  /** Whether a panel or a text field is open. */
  const isOpen = Boolean(panel ?? edited)
  useKeyboardShortcuts({ isOpen, onStep, onRegion: changeRegion, onExit })
  const isOutdated = useSyncExternalStore(page.subscribe, page.isOutdated)
  useEffect(() => {
    if (!isOutdated) return
    // A reload would interrupt editing, so wait until the panel and the text field are closed.
    if (isOpen) setStatus('The page could not be updated. It reloads when you close the panel and the text field.')
    else window.location.reload()
  }, [isOutdated, isOpen])
  // Sets the attribute that makes page-padding.css reserve space for the panel.
  useEffect(() => {
    if (panel) host.dataset.panel = panel.kind
    else delete host.dataset.panel
  }, [host, panel])

  const matches = edited && texts.filter((text) => isSameLocation(text.place, edited.place))
  const pageText = matches?.find((text) => getTextRects(text).length > 0) ?? matches?.[0]
  const isShown = (place: ValueLocation) =>
    (pageText && isSameLocation(place, pageText.place)) ||
    (panel?.kind === 'translation' && place.file === panel.place.file) ||
    (panel?.kind === 'fields' && [place, groupOf(place)].some((shown) => isSameLocation(shown, panel.place)))
  const unsaved = Object.values(drafts).filter(({ place }) => !isShown(place))
  return (
    <>
      {pointed && !edited && <Outline pageText={pointed} />}
      {panel?.kind === 'texts' && <TextList texts={texts} onClose={onClose} onPoint={setPointed} onOpen={open} />}
      {panel?.kind === 'files' && (
        <FilesPanel
          session={session}
          onClose={onClose}
          onOpen={(place) => showFields({ place })}
          onCreate={(entry) => openFile(() => session.create(entry))}
        />
      )}
      {panel?.kind === 'changes' && (
        <ChangesPanel
          session={session}
          page={page}
          setStatus={setStatus}
          onSaved={onSaved}
          onClose={onClose}
          onOpen={(file) => showGroup({ place: { file, path: [] } })}
        />
      )}
      {panel?.kind === 'translation' && (
        <TranslationPanel session={session} page={page} place={panel.place} onSaved={onSaved} onClose={onClose} />
      )}
      {panel?.kind === 'fields' && (
        <Inspector
          session={session}
          page={page}
          stepCount={stepCount}
          setStatus={setStatus}
          onSaved={onSaved}
          onClose={onClose}
          place={panel.place}
          field={panel.field}
          isPicture={panel.isPicture}
          words={panel.words}
          onPlace={(place, field) => showFields({ place, field })}
          onRename={(to) => openFile(() => session.rename(panel.place.file, to))}
          onRemove={() => removeFile(panel.place.file)}
        />
      )}
      {pageText && (
        <TextField
          key={JSON.stringify(pageText.place)}
          pageText={pageText}
          session={session}
          page={page}
          setStatus={setStatus}
          onSaved={onSaved}
          point={edited?.point}
          onFact={(name) =>
            showFields({ place: { file: pageText.place.file.replace(/\/.*/, '/facts.yaml'), path: [name] } })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
      <Toolbar
        steps={steps}
        status={status}
        panel={panel}
        onStep={onStep}
        onExit={onExit}
        pageFile={page.contentFile()}
        translations={page.translations()}
        unsaved={unsaved.length}
        onPanel={(to) => {
          setStatus('')
          show(to)
        }}
        onUnsaved={() => {
          const place = unsaved[0]?.place
          if (!place) return
          if (isTranslation(place)) return showTranslation(place)
          if (texts.some((text) => isSameLocation(text.place, place))) setEdited({ place })
          // A list shows only the saved values of its entries.
          else if (typeof place.path.at(-1) === 'number') showFields({ place })
          else showFields({ place: groupOf(place), field: place.path.at(-1) })
        }}
      />
    </>
  )
}

import { parseUrl } from '@northshelf/site/schema/parse-url.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { parseTranslationName } from '../../content/translations/translation-name.ts'
import type { TranslatedText } from '../../content/translations/translation-state.ts'
import { BODY_PATH_SEGMENT, formatValueName, type ValueLocation } from '../../dev/source-marks.ts'
import type { SaveResult } from '../files/save-queue.ts'
import { Button } from './button.tsx'
import { FieldError } from './notices.tsx'
import type { EditedPage } from './page.ts'
import { PanelFrame } from './panel-frame.tsx'
import { ScalarField } from './scalar-field.tsx'
import { type ApiError, describeError, type Session } from './session.ts'
import { useAsync } from './use-async.ts'

interface TranslationPanelProps {
  session: Session
  page: EditedPage
  /** The translation file, and the path of the text or group to focus in its source. */
  place: ValueLocation
  onSaved(result: SaveResult): void
  onClose(): void
}

const LONG_TEXT = { type: 'string', inlineMarkdown: { max: 1000 } }
const remarks = { missing: 'not translated', outdated: 'source changed', optional: '', current: '' }

/** Returns the paths of a text as in the marks of the page. */
const listPaths = ({ paths }: TranslatedText) => paths.map((path) => (path.length > 0 ? path : [BODY_PATH_SEGMENT]))

/** Edits the translations of a file's texts, each beside its source. */
export function TranslationPanel({ session, page, place, onSaved, onClose }: TranslationPanelProps) {
  const { file, path } = place
  const { language } = parseTranslationName(file) ?? {}
  const { answer: texts, failure, load } = useAsync(useCallback(() => session.translation(file), [session, file]))
  useEffect(() => page.subscribeToFiles(() => void load()), [page, load])
  const [problem, setProblem] = useState<{ source: string; message: string }>()
  const list = useRef<HTMLDivElement>(null)
  const focus = (index: number) => list.current?.querySelectorAll('textarea')[index]?.focus()
  const isWanted = (text: TranslatedText) =>
    path.length > 0 && listPaths(text).some((own) => path.every((step, index) => own[index] === step))
  const shown = texts?.filter((text) => text.state !== 'optional' || isWanted(text)) ?? []
  const first = shown.findIndex(isWanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again if the same text is clicked again
  useEffect(() => focus(first), [first, place])
  const open = shown.flatMap(({ state }, index) => (remarks[state] === '' ? [] : [index]))
  const outdated = shown.filter(({ state }) => state === 'outdated').length
  const save = async ({ source, text: was }: TranslatedText, text = was): Promise<boolean> => {
    const index = texts?.findIndex((other) => other.source === source) ?? -1
    const message = await session
      .translate({ file, index, source, was, text })
      .then(onSaved)
      .catch((error: ApiError) => describeError(error, place))
    setProblem(message === undefined ? undefined : { source, message })
    await load()
    return message === undefined
  }
  return (
    <PanelFrame title={formatValueName({ file, path: [] })} onClose={onClose}>
      <FieldError message={failure} />
      <p role="status">{texts && `${open.length - outdated} to translate, ${outdated} changed since translation`}</p>
      <p className="row">
        {open.length > 0 && <Button label="Go to first" onClick={() => focus(open[0] ?? 0)} />}
        {page.alternates().map(({ hreflang, href }) => (
          <a key={hreflang} href={parseUrl(href)?.pathname}>{`Page in ${hreflang}`}</a>
        ))}
      </p>
      <div className="pairs" ref={list}>
        {shown.map((text) => (
          <div className="pair" key={text.source}>
            <blockquote>
              {text.state !== 'current' && <i>{remarks[text.state]}</i>}
              {text.before !== undefined && <del>{text.before}</del>}
              {text.source}
            </blockquote>
            <ScalarField
              session={session}
              place={{ file, path: listPaths(text)[0] ?? [] }}
              lang={language}
              node={{ ...LONG_TEXT, format: text.paths[0]?.length ? 'text' : 'markdown' }}
              value={text.text}
              isNeeded={false}
              problem={problem?.source === text.source ? problem.message : undefined}
              onSet={(value = '') => save(text, String(value))}
            />
            {text.state === 'outdated' && (
              <Button label="Still correct" onClick={async () => (await save(text)) && focus(shown.indexOf(text))} />
            )}
          </div>
        ))}
      </div>
    </PanelFrame>
  )
}

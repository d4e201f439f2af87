import { useEffect, useRef, useState } from 'react'

/** The text under the fields, as markdown. */
export function BodyField({ text, onSave }: { text: string; onSave(text: string): void }) {
  const [draft, setDraft] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved takes the place of what was typed
  useEffect(() => setDraft(undefined), [text])
  const save = () => {
    if (draft !== undefined && draft !== text) onSave(draft)
  }
  return (
    <div className="field body">
      <label htmlFor="body">Text, as markdown</label>
      <textarea
        id="body"
        ref={area}
        value={draft ?? text}
        spellCheck
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          save()
        }}
      />
      <p className="row">
        <button type="button" className="main" disabled={draft === undefined || draft === text} onClick={save}>
          Save <kbd>Ctrl Enter</kbd>
        </button>
        {draft !== undefined && draft !== text && (
          <button type="button" onClick={() => setDraft(undefined)}>
            As it was
          </button>
        )}
      </p>
    </div>
  )
}

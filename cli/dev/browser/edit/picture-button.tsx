import type { Refusal, Session } from './session.ts'

interface PictureButtonProps {
  session: Session
  words: string
  onPicture(name: string): void
  /** Says why a file is no picture. */
  tell(words: string): void
}

/** Takes a picture into the content. */
export function PictureButton({ session, words, onPicture, tell }: PictureButtonProps) {
  return (
    <label className="file">
      {words}
      <input
        type="file"
        accept="image/*"
        onChange={async ({ target }) => {
          const [picture] = target.files ?? []
          if (!picture) return
          await session.addPicture(picture).then(
            ({ name }) => onPicture(name),
            (refusal: Refusal) => tell(refusal.message),
          )
          target.value = ''
        }}
      />
    </label>
  )
}

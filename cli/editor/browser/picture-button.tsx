interface PictureButtonProps {
  words: string
  onFiles(files: readonly File[]): unknown
}

/** Chooses a picture of this machine. */
export function PictureButton({ words, onFiles }: PictureButtonProps) {
  return (
    <label className="file">
      {words}
      <input
        type="file"
        accept="image/*"
        onChange={async ({ target }) => {
          await onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}

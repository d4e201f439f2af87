interface PictureButtonProps {
  words: string
  onFiles(files: readonly File[]): unknown
}

/** A button that opens the file picker for pictures. */
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

interface PictureButtonProps {
  label: string
  onFiles(files: readonly File[]): unknown
}

/** A button that opens the file picker for images. */
export function PictureButton({ label, onFiles }: PictureButtonProps) {
  return (
    <label className="file">
      {label}
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

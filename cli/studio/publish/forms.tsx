export interface PostFormProps {
  /** Address of the request. */
  action: string
  label: string
  /** Name for screen readers, if several buttons on the page have the same label. */
  name?: string
  /** Class of the button. */
  look?: string
  values?: Readonly<Record<string, string | number>>
  /** Label of a field with the name `text`. */
  text?: string
}

/** A form with a button. */
export function PostForm({ action, label, name, look = 'button quiet', values = {}, text }: PostFormProps) {
  return (
    <form method="post" action={action} className={text && 'fields'}>
      {Object.entries(values).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {text && (
        <label>
          {text}
          <textarea name="text" maxLength={2000} />
        </label>
      )}
      <button type="submit" className={look} aria-label={name}>
        {label}
      </button>
    </form>
  )
}

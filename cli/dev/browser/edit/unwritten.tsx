import type { Entry } from '../../../edit/entry.ts'

/** How many texts of a file are still to be written: nothing keeps it from being published but somebody who reads this. */
export function Unwritten({ entry: { fields, body = '' } }: { entry: Entry }) {
  const count = (JSON.stringify(fields).match(/"TODO\b/g) ?? []).length + (body.match(/\bTODO\b/g) ?? []).length
  if (count === 0) return null
  return (
    <p className="refusal">
      {count === 1 ? 'One text still says TODO' : `${count} texts still say TODO`}. Visitors would read it: keep it a
      draft until it is written.
    </p>
  )
}

import { formatAmount } from './amount.ts'
import { FieldNotes } from './field-notes.tsx'
import { described, type FieldOf, type FieldProps, single } from './field-props.ts'
import { SliderTicks } from './slider-ticks.tsx'

/**
 * An amount on a track, with the amount itself in display type. It always has a value, so it is never
 * called optional. The filled part of the track is drawn by CSS from the thumb; nothing has to set it.
 */
export function SliderField(props: FieldProps<FieldOf<'slider'>>) {
  const { field, id } = props
  const typed = Number(single(props.value) || Number.NaN)
  const start = Number.isNaN(typed) ? field.default : typed
  const amount = formatAmount(start, field)
  return (
    <>
      <div className="rng">
        <label className="lab" htmlFor={id}>
          {field.label}
        </label>
        <output className="num" htmlFor={id}>
          {amount}
        </output>
      </div>
      <FieldNotes {...props} />
      <input
        className="range"
        id={id}
        name={field.name}
        type="range"
        min={field.min}
        max={field.max}
        step={field.step}
        defaultValue={start}
        aria-valuetext={amount}
        {...described(props)}
      />
      <SliderTicks field={field} />
    </>
  )
}

import { memo, useEffect, useRef, useState } from 'react'
import { FieldNotes, type FieldProps, type FieldView, getAriaAttributes, getFirstValue } from '../field-view.tsx'
import { amountCodec, formatAmount } from './amount.ts'
import type { SliderField } from './schema.ts'

/** A slider with its amount above it. It always has a value, so it is never labeled optional. CSS draws the track. */
function Control(props: FieldProps<SliderField>) {
  const { field, id } = props
  const start = amountCodec.parse(getFirstValue(props.value)) ?? field.default
  const input = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState(start)
  const shown = formatAmount(at, field)
  useEffect(() => {
    const { current } = input
    const reset = () => setAt(start)
    // The visitor or the browser may have changed the value before hydration.
    if (current) setAt(current.valueAsNumber)
    current?.form?.addEventListener('reset', reset)
    return () => current?.form?.removeEventListener('reset', reset)
  }, [start])
  return (
    <>
      <div className="rng">
        <label className="lab" htmlFor={id}>
          {field.label}
        </label>{' '}
        <output className="num" htmlFor={id}>
          {shown}
        </output>
      </div>
      <FieldNotes {...props} />
      <input
        ref={input}
        className="range"
        id={id}
        name={field.name}
        type="range"
        min={field.min}
        max={field.max}
        step={field.step}
        defaultValue={start}
        aria-valuetext={shown}
        onInput={({ currentTarget }) => setAt(currentTarget.valueAsNumber)}
        {...getAriaAttributes(props)}
      />
      <Ticks field={field} />
    </>
  )
}

export default { answer: amountCodec, Control } satisfies FieldView<SliderField, number>

/** Shows the scale below a slider: tall ticks with amounts at round steps and at both ends. It is decorative. */
const Ticks = memo(({ field }: { field: SliderField }) => {
  const { min, max } = field
  const step = roundStep((max - min) / 4)
  const at = (amount: number) => `${Math.round(((amount - min) / (max - min)) * 10_000) / 100}%`
  const between = (width: number) =>
    Array.from({ length: Math.ceil(max / width) }, (_, index) => index * width).filter(
      (amount) => amount > min && amount < max,
    )
  const labeled = between(step).filter((amount) => amount - min > step / 2)
  return (
    <svg className="ticks" width="100%" height="40" aria-hidden="true">
      {between(step / 5).map((amount) => (
        <line key={amount} x1={at(amount)} x2={at(amount)} y2={labeled.includes(amount) ? 14 : 7} />
      ))}
      <line y2="14" />
      <line x1="100%" x2="100%" y2="14" />
      <text x="-12" y="34">
        {field.minLabel ?? formatAmount(min, field)}
      </text>
      {labeled.map((amount) => (
        <text key={amount} className="ticks-mid" x={at(amount)} y="34">
          {formatAmount(amount, field)}
        </text>
      ))}
      <text className="ticks-end" x="100%" dx="12" y="34">
        {field.maxLabel}
      </text>
    </svg>
  )
})

/** Returns the smallest number that is at least `least` and is 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least * 0.999) ?? 10) * power
}

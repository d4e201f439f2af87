import { formatAmount, type SliderField } from './amount.ts'

/** The scale under a slider: a tall tick with its amount at each round step and at both ends. Decorative. */
export function SliderTicks({ field }: { field: SliderField }) {
  const { min, max } = field
  const step = roundStep((max - min) / 4)
  const at = (amount: number) => `${Math.round(((amount - min) / (max - min)) * 10_000) / 100}%`
  const between = (width: number) =>
    Array.from({ length: Math.ceil(max / width) }, (_, index) => index * width).filter(
      (amount) => amount > min && amount < max,
    )
  const labelled = between(step).filter((amount) => amount - min > step / 2)
  return (
    <svg className="ticks" width="100%" height="40" aria-hidden="true">
      {between(step / 5).map((amount) => (
        <line key={amount} x1={at(amount)} x2={at(amount)} y2={labelled.includes(amount) ? 14 : 7} />
      ))}
      <line y2="14" />
      <line x1="100%" x2="100%" y2="14" />
      <text x="-12" y="34">
        {field.minLabel ?? formatAmount(min, field)}
      </text>
      {labelled.map((amount) => (
        <text key={amount} className="ticks-mid" x={at(amount)} y="34">
          {formatAmount(amount, field)}
        </text>
      ))}
      <text className="ticks-end" x="100%" dx="12" y="34">
        {field.maxLabel}
      </text>
    </svg>
  )
}

/** The nearest of 1, 2, 2.5 or 5 times a power of ten at or above what is asked for. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least * 0.999) ?? 10) * power
}

import { describe, expect, it } from 'vitest'
import { formatAmount, formatMeasure, formatSignedAmount } from '../../src/drawings/numbers.ts'
import type { Labels } from '../../src/entries/labels.ts'
import { formatAmount as formatSliderAmount } from '../../src/forms/kinds/slider/amount.ts'
import { findNumber, groupThousands } from '../../src/schema/figure.ts'
import { formatMoney, getSeparators } from '../../src/schema/number-format.ts'
import { formatSalary } from '../../src/sections/entry-views.ts'
import { parseFigure } from '../../src/sections/stats/schema.ts'

/** Replaces the different spaces of languages, which the tests do not compare. */
const spaced = (text: string) => text.replace(/\s/g, ' ')

describe('numbers in a language', () => {
  it('writes the amounts of drawings with its separators, and puts currency and percent sign in their place', () => {
    expect(formatAmount(1234.5, 'de')).toBe('1.234,5')
    expect(formatSignedAmount(-1234.5, 'de', true)).toBe('−1.234,50')
    expect(spaced(formatMeasure(1500, 'de', '$'))).toBe('1.500 $')
    expect(spaced(formatMeasure(12.5, 'de', '', '%'))).toBe('12,5 %')
    expect(formatMeasure(1500, 'de', '', ' kg')).toBe('1.500 kg')
    expect(spaced(formatMeasure(50, 'de', '$', 'K'))).toBe('50K $')
    expect(formatMeasure(1.2, 'de', '', 'M')).toBe('1,2M')
  })

  it('writes English as before', () => {
    expect(formatAmount(1234.5, 'en-GB')).toBe('1,234.5')
    expect(formatSignedAmount(1234.5, 'en-US', true)).toBe('+1,234.50')
    expect(formatMeasure(1500, 'en-US', '$')).toBe('$1,500')
    expect(formatMeasure(12.5, 'en-US', '', '%')).toBe('12.5%')
    expect(formatMeasure(50, 'en-US', '$', 'K')).toBe('$50K')
  })

  it('writes the amounts of sliders and salaries', () => {
    const field = {
      max: 2_000_000,
      maxLabel: 'über 2 Mio. $',
      display: 'compact',
      pattern: formatMoney(2_000_000, '$', 'de'),
    } as const
    const amounts = [0, 950, 50_000, 1_500_000, 2_000_000]
    expect(amounts.map((amount) => spaced(formatSliderAmount(amount, field)))).toEqual([
      '0 $',
      '950 $',
      '50.000 $',
      '1.500.000 $',
      'über 2 Mio. $',
    ])
    expect(formatSliderAmount(40, { ...field, pattern: formatMoney(2_000_000, '', 'de') })).toBe('40')
    expect(spaced(formatSliderAmount(2.5, { ...field, pattern: formatMoney(100, '€', 'de', 2) }))).toBe('2,50 €')
    expect(spaced(formatSliderAmount(-50, { ...field, pattern: formatMoney(1000, '€', 'de') }))).toBe('−50 €')
    expect(
      spaced(
        `${formatSalary({ salary: { min: 70_000, max: 90_000, currency: 'EUR', per: 'year' } }, { labels: {} as Labels, language: 'de' })}`,
      ),
    ).toBe('70.000–90.000 €')
  })

  it.each([
    ['over 412,880 units', [0, 412, 206_440], ['over 0 units', 'over 412 units', 'over 206,440 units']],
    ['412.880', [0, 1412, 206_440], ['0', '1.412', '206.440']],
    ['$32.5M+', [0, 4, 16.25], ['$0.0M+', '$4.0M+', '$16.3M+']],
    ['81 %', [0, 40.4], ['0 %', '40 %']],
    ['0.512', [0.1], ['0.100']],
    ['1.234,5 kg', [0.5, 1000], ['0,5 kg', '1.000,0 kg']],
    ['12\u202f345 €', [345, 2345], ['345 €', '2\u202f345 €']],
    ['1’500', [1000], ['1’000']],
    ['none', [5], ['none']],
  ])('counts up to %s with the same separators', (text, values, written) => {
    const { value, replace } = findNumber(text)
    expect(values.map(replace)).toEqual(written)
    if (value > 0) expect(replace(value)).toBe(text)
  })

  it('reads the figures that count up', () => {
    expect(groupThousands('12345.67')).toBe('12,345.67')
    expect(parseFigure('1,4 Mio.', getSeparators('de'))).toMatchObject({ value: 1.4, suffix: ' Mio.' })
    expect(parseFigure('über 1.400', getSeparators('de'))).toMatchObject({ prefix: 'über ', value: 1400 })
    expect(parseFigure('12 345,6', getSeparators('fr').replace(/\s/, ' '))).toMatchObject({ value: 12345.6 })
  })
})

import { describe, expect, it } from 'vitest'
import { formatAmount, formatMeasure, formatSignedAmount } from '../../src/drawings/numbers.ts'
import type { Labels } from '../../src/entries/labels.ts'
import { formatAmount as formatSliderAmount } from '../../src/forms/kinds/slider/amount.ts'
import { groupThousands } from '../../src/schema/figure.ts'
import { getMoneyFormat, getSeparators } from '../../src/schema/number-format.ts'
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
  })

  it('writes English as before', () => {
    expect(formatAmount(1234.5, 'en-GB')).toBe('1,234.5')
    expect(formatSignedAmount(1234.5, 'en-US', true)).toBe('+1,234.50')
    expect(formatMeasure(1500, 'en-US', '$')).toBe('$1,500')
    expect(formatMeasure(12.5, 'en-US', '', '%')).toBe('12.5%')
  })

  it('writes the amounts of sliders and salaries', () => {
    const field = {
      max: 2_000_000,
      maxLabel: 'über 2 Mio. $',
      display: 'compact',
      money: getMoneyFormat('$', 'de'),
    } as const
    const amounts = [0, 950, 50_000, 1_500_000, 2_000_000]
    expect(amounts.map((amount) => spaced(formatSliderAmount(amount, field)))).toEqual([
      '0 $',
      '950 $',
      '50.000 $',
      '1.500.000 $',
      'über 2 Mio. $',
    ])
    expect(formatSliderAmount(40, { ...field, money: getMoneyFormat('', 'de') })).toBe('40')
    expect(
      spaced(
        `${formatSalary({ salary: { min: 70_000, max: 90_000, currency: 'EUR', per: 'year' } }, { labels: {} as Labels, language: 'de' })}`,
      ),
    ).toBe('70.000–90.000 €')
  })

  it('reads and writes the figures that count up', () => {
    expect(groupThousands('12345.67', getSeparators('de'))).toBe('12.345,67')
    expect(groupThousands('12345.67')).toBe('12,345.67')
    expect(parseFigure('1,4 Mio.', getSeparators('de'))).toMatchObject({ value: 1.4, suffix: ' Mio.' })
    expect(parseFigure('über 1.400', getSeparators('de'))).toMatchObject({ prefix: 'über ', value: 1400 })
    expect(parseFigure('12 345,6', getSeparators('fr').replace(/\s/, ' '))).toMatchObject({ value: 12345.6 })
  })
})

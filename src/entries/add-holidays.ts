import type { Contract } from '../forms/contract.ts'
import type { Place } from './place.ts'

type NamedPlace = Pick<Place, 'exceptions'> & { slug: string }

/** Returns a contract whose date fields also exclude the exceptions on which their place is closed. */
export function addHolidays<C extends Contract>(contract: C, places: readonly NamedPlace[]): C {
  const groups = contract.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => {
      if (!('place' in field)) return field
      const { exceptions = [] } = places.find(({ slug }) => slug === field.place) ?? {}
      const closed = exceptions.flatMap(({ from, to = from, opens }) => (opens ? [] : [`${from} to ${to}`]))
      return { ...field, exclude: [...(field.exclude ?? []), ...closed] }
    }),
  }))
  return { ...contract, groups }
}

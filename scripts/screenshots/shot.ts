import type { OpenState } from '../../tests/behaviour/open-states/state.ts'
import { appearsAt } from '../../tests/behaviour/open-states.ts'

const widths = [390, 768, 1440] as const
export const schemes = ['light', 'dark'] as const

/** One picture: a route as a whole, or a state of it. */
export interface Shot {
  /** What it is listed under: `/careers`. */
  path: string
  /** Undefined: the route itself. */
  state: OpenState | undefined
  width: number
  scheme: (typeof schemes)[number]
  /** Only what the window shows of a route. */
  window?: boolean
  /** Below the output folder, with slashes. */
  file: string
}

interface Wish {
  paths: string[]
  widths: number[]
  schemes: string[]
  names: string[]
}

/**
 * Reads what the command was asked for: paths with what lies below them (`/careers`), widths (`390`), schemes
 * (`dark`), and parts of the names of states (`dialog`). Kinds that are not named are not narrowed.
 */
export function readWish(words: string[]): Wish {
  const wish: Wish = { paths: [], widths: [], schemes: [], names: [] }
  for (const word of words) {
    if (word.startsWith('/')) wish.paths.push(word)
    else if (/^\d+$/.test(word)) wish.widths.push(Number(word))
    else if (word === 'light' || word === 'dark') wish.schemes.push(word)
    else wish.names.push(word)
  }
  return wish
}

/** Every picture that is wanted: each route, then each state, in every width and scheme that has it. */
export function listShots(paths: string[], states: OpenState[], wish: Wish): Shot[] {
  const wanted = {
    path: (path: string) =>
      wish.paths.length === 0 || wish.paths.some((one) => path === one || (one !== '/' && path.startsWith(`${one}/`))),
    name: (state: OpenState | undefined) =>
      wish.names.length === 0 || wish.names.some((part) => state?.name.includes(part)),
  }
  const subjects = [
    ...paths.map((path) => ({
      path,
      state: undefined,
      stem: `routes/${path.slice(1).replaceAll('/', '-') || 'home'}`,
    })),
    ...states.map((state) => ({ path: state.path, state, stem: `states/${state.name}` })),
  ].filter(({ path, state }) => wanted.path(path) && wanted.name(state))
  return subjects.flatMap(({ path, state, stem }) =>
    (wish.widths.length > 0 ? wish.widths : [...widths])
      .filter((width) => !state || appearsAt(width, state))
      .flatMap((width) =>
        schemes
          .filter((scheme) => wish.schemes.length === 0 || wish.schemes.includes(scheme))
          .map((scheme) => ({ path, state, width, scheme, file: `${stem}.${width}-${scheme}.png` })),
      ),
  )
}

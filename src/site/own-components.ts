import { ownDrawingViews } from '../drawings/own-views.ts'
import { ownLiveViews, ownSectionViews } from '../sections/own-views.ts'

/**
 * Loads all components of the project's own code, even those that no page uses. Returns those that cannot be loaded,
 * with the error, and those without a default export, without an error.
 */
export async function listBrokenComponents(): Promise<{ file: string; error?: unknown }[]> {
  const loaders = [
    ...Object.entries(ownSectionViews).map(([type, load]) => [`sections/${type}/${type}.tsx`, load] as const),
    ...Object.entries(ownLiveViews).map(([type, load]) => [`sections/${type}/${type}.live.tsx`, load] as const),
    ...Object.entries(ownDrawingViews as Record<string, { default?: unknown }>).map(
      ([kind, loaded]) => [`drawings/${kind}/${kind}.tsx`, async () => loaded] as const,
    ),
  ]
  const broken = await Promise.all(
    loaders.map(async ([file, load]) => {
      try {
        return typeof (await load()).default === 'function' ? [] : [{ file }]
      } catch (error) {
        return [{ file, error }]
      }
    }),
  )
  return broken.flat()
}

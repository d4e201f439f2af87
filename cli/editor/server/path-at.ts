import type { Path, Source } from '../../content/yaml/source.ts'

/** The path of the smallest value whose text an offset lies in; the file itself where it lies in none. */
export function pathAt(source: Source, offset: number): Path {
  const within = (path: Path) => {
    const [[start], [, end]] = [source.range(path, 'key'), source.range(path)]
    return start <= offset && offset < Math.max(end, start + 1)
  }
  const step = (value: unknown, path: Path): Path => {
    if (typeof value !== 'object' || value === null) return path
    const names = Object.keys(value).map((name) => (Array.isArray(value) ? Number(name) : name))
    const name = names.find((one) => within([...path, one]))
    return name === undefined ? path : step((value as Record<string, unknown>)[name], [...path, name])
  }
  return step(source.rawData, [])
}

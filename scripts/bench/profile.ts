import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Output of `--cpu-prof`, with times in microseconds. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}
type Frame = Profile['nodes'][number]['callFrame']

/** Parts of the program by source path. The first match applies; an unmatched frame counts toward its caller's part. */
const PARTS: [part: string, source: RegExp][] = [
  ['start', /^(?:node:internal\/(?:modules|bootstrap|main)|cli\/main|cli\/build\/bundle|scripts\/)|\/commander\//],
  ['parse', /\/(?:remark|rehype|micromark|mdast|hast|unist|unified|vfile|satteri)|^cli\/content\/.*markdown/],
  ['yaml', /^node_modules\/(?:yaml|gray-matter|js-yaml)\/|^cli\/content\/(?:yaml|front-matter)/],
  ['styles', /^node_modules\/postcss|^cli\/build\/(?:select-styles|css-rules)/],
  ['page checks', /^cli\/rules\/page\//],
  ['schema and checks', /^node_modules\/zod\/|^src\/(?:schema|collections)\/|^cli\/(?:rules|engine|content)\//],
  ['cards', /^cli\/build\/share\/|^node_modules\/(?:@img|sharp|wawoff2|harfbuzzjs)/],
  ['react', /^node_modules\/(?:react|scheduler|vike)|^src\//],
  ['write', /^cli\/build\/(?:output|text-files|hosting|relay|images)|^cli\/cache/],
  ['rest of the build', /^cli\//],
]
const OWN: Record<string, string> = { '(garbage collector)': 'gc', '(program)': 'node itself' }
export const profileParts = [...PARTS.map(([part]) => part), ...new Set(Object.values(OWN)), 'other']

/**
 * Returns the seconds of wall time spent in each part, without idle time, from a folder with one profile per thread.
 * @param root folder of the project that was measured
 */
export function summarizeProfiles(folder: string, root: string) {
  const sourceOf = createSourceFinder(root)
  const found: Record<'main' | 'workers', Record<string, number>> = { main: {}, workers: {} }
  for (const file of readdirSync(folder)) {
    // File names: CPU.<day>.<time>.<process>.<thread>.<number>.cpuprofile
    const into = file.split('.')[4] === '0' ? found.main : found.workers
    addProfile(JSON.parse(readFileSync(path.join(folder, file), 'utf8')), sourceOf, into)
  }
  return found
}

function addProfile(
  { nodes, samples, timeDeltas }: Profile,
  sourceOf: (frame: Frame) => string,
  into: Record<string, number>,
): void {
  const partOf = new Map<number, string>()
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  // Parents precede their children.
  for (const { id, callFrame, children = [] } of nodes) {
    const source = sourceOf(callFrame)
    const ownPart = OWN[callFrame.functionName] ?? PARTS.find(([, pattern]) => pattern.test(source))?.[0]
    const part = ownPart ?? partOf.get(id) ?? 'other'
    for (const node of [id, ...children]) partOf.set(node, part)
  }
  for (const [index, id] of samples.entries()) {
    if (frames.get(id)?.functionName === '(idle)') continue
    const part = partOf.get(id) ?? 'other'
    into[part] = (into[part] ?? 0) + (timeDeltas[index] ?? 0) / 1e6
  }
}

/**
 * Returns a function that finds the source path of a frame, relative to the root. Compiled files contain this path in
 * comments.
 */
function createSourceFinder(root: string): (frame: Frame) => string {
  const rootUrl = `${pathToFileURL(root)}/`
  const sources = new Map<string, string[]>()
  const readSources = (url: string) => {
    let last = ''
    return readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .map((line) => {
        last = /^\/\/ (\S+\.[cm]?[jt]sx?)$/.exec(line)?.[1] ?? last
        return last
      })
  }
  return ({ url, lineNumber }) => {
    const compiled = url.includes('/.cache/')
    const lines = sources.get(url) ?? (compiled ? readSources(url) : [])
    sources.set(url, lines)
    const source = compiled ? (lines[lineNumber] ?? '') : url.replace(rootUrl, '')
    return source.replace(/^.*node_modules\//, 'node_modules/')
  }
}

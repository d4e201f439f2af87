import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../paths.ts'
import { type Bundle, LICENSES_FILE } from './bundle.mjs'
import type { Output } from './output.ts'

/** License of the fonts, which are published with the site and embedded in the relay's pages. */
export const fontLicenseFile = path.join(projectRoot, 'src', 'theme', 'fonts', 'OFL.txt')

/** Publishes the licenses of the packages in the client bundle, and the font license next to the fonts. */
export async function writeLicenses({ folder }: Bundle, fonts: string, output: Output): Promise<void> {
  await output.put(LICENSES_FILE, await readFile(path.join(folder, 'client', LICENSES_FILE)))
  await output.put(path.posix.join(path.posix.dirname(fonts), 'OFL.txt'), await readFile(fontLicenseFile))
}

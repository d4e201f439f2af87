import path from 'node:path'
import { projectRoot } from '../cli/paths.ts'

/** A large site that only the tests use. Tests never read `content/`, which maintainers edit. */
export const agency = path.join(projectRoot, 'tests', 'sites', 'agency')

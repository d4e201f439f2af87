import { optionsControl } from '../options-field.tsx'
import { chosen } from './chosen.ts'

export default { answer: chosen, Control: optionsControl('checkbox') }

import { createOptionsControl } from '../options-field.tsx'
import { choicesCodec } from './chosen.ts'

export default { answer: choicesCodec, Control: createOptionsControl('checkbox') }

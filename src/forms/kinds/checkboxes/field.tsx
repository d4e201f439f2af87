import { createOptionsControl } from '../options-field.tsx'
import { choicesCodec } from './choices-codec.ts'

export default { answer: choicesCodec, Control: createOptionsControl('checkbox') }

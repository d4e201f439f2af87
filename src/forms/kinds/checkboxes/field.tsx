import { choicesCodec } from '../answer.ts'
import { createOptionsControl } from '../options-field.tsx'

export default { answer: choicesCodec, Control: createOptionsControl('checkbox') }

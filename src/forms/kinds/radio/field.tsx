import { textCodec } from '../answer.ts'
import { createOptionsControl } from '../options-field.tsx'

export default { answer: textCodec, Control: createOptionsControl('radio') }

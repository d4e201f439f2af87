import { textAnswer } from '../answer.ts'
import { optionsControl } from '../options-field.tsx'

export default { answer: textAnswer, Control: optionsControl('radio') }

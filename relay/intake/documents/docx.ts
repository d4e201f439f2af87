import { createOfficeCheck } from './office.ts'

export const findDocxProblem = createOfficeCheck('wordprocessingml.document')

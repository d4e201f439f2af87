import { createOfficeCheck } from './office.ts'

export const findXlsxProblem = createOfficeCheck('spreadsheetml.sheet')

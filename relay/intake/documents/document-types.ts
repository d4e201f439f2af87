import { findDocProblem } from './doc.ts'
import { findDocxProblem } from './docx.ts'
import { findPdfProblem } from './pdf.ts'

/** Media type for each file extension, with a function that returns why a file is refused. */
export const documentTypes = {
  pdf: { type: 'application/pdf', findProblem: findPdfProblem },
  doc: { type: 'application/msword', findProblem: findDocProblem },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    findProblem: findDocxProblem,
  },
}

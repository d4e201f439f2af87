import { findCsvProblem } from './csv.ts'
import { findDocProblem } from './doc.ts'
import { findDocxProblem } from './docx.ts'
import { findHeicProblem } from './heic.ts'
import { findJpgProblem } from './jpg.ts'
import { findPdfProblem } from './pdf.ts'
import { findPngProblem } from './png.ts'
import { findXlsxProblem } from './xlsx.ts'
import { findZipProblem } from './zip.ts'

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Media type for each file extension, with a function that returns why a file is refused. */
export const documentTypes = {
  pdf: { type: 'application/pdf', findProblem: findPdfProblem },
  doc: { type: 'application/msword', findProblem: findDocProblem },
  docx: { type: `${OPEN_XML}.wordprocessingml.document`, findProblem: findDocxProblem },
  jpg: { type: 'image/jpeg', findProblem: findJpgProblem },
  png: { type: 'image/png', findProblem: findPngProblem },
  heic: { type: 'image/heic', findProblem: findHeicProblem },
  xlsx: { type: `${OPEN_XML}.spreadsheetml.sheet`, findProblem: findXlsxProblem },
  csv: { type: 'text/csv', findProblem: findCsvProblem },
  zip: { type: 'application/zip', findProblem: findZipProblem },
}

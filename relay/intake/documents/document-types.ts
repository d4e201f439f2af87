import { takeTurn } from '../../concurrency.ts'
import type { RandomAccessFile } from '../../store/store.ts'
import { checkDoc } from './doc.ts'
import { DocumentError, type DocumentProblem } from './document-problem.ts'
import { checkDocx } from './docx.ts'
import { checkPdf } from './pdf.ts'

/** Media type for each file extension, with a function that throws a DocumentError if a file is refused. */
export const documentTypes = {
  pdf: { type: 'application/pdf', check: checkPdf },
  doc: { type: 'application/msword', check: checkDoc },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', check: checkDocx },
}

/**
 * Returns why a file is refused, or undefined if it is accepted. Lets other requests run after each read, so that many
 * files can be checked at the same time.
 */
export async function findDocumentProblem(
  extension: keyof typeof documentTypes,
  content: RandomAccessFile,
): Promise<DocumentProblem | undefined> {
  const read = async (position: number, length: number) => {
    const bytes = await content.read(position, length)
    await takeTurn()
    return bytes
  }
  try {
    await documentTypes[extension].check({ size: content.size, read, close: () => content.close() })
    return undefined
  } catch (error) {
    if (error instanceof DocumentError) return error.problem
    throw error
  }
}

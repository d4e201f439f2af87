import { createContext } from 'react'

/** Data about the visit that forms need. Client-side navigation keeps it; closing the document discards it. */
export interface FormVisit {
  /** Address of the document when it was loaded, with parameters that client navigation may have removed since. */
  loadedUrl: string
  /** Input of the forms that the visitor has left, keyed by form and page. */
  savedAnswers?: Map<string, FormData>
}

/** In its own module, because every page provides the context, but only pages with forms load the code of forms. */
export const FormVisitContext = createContext<FormVisit>({ loadedUrl: '' })

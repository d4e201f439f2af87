import { createContext } from 'react'

/** What forms know about the visit, across client-side navigation. Closing the document discards it. */
export interface FormVisit {
  /** Address of the document when it was loaded, with parameters that client navigation may have removed since. */
  loadedUrl: string
  /** Input of the forms that the visitor has left, keyed by form and page. */
  savedAnswers?: Map<string, FormData>
}

/** In its own module, because every page has the context, but not every page has a form. */
export const FormVisitContext = createContext<FormVisit>({ loadedUrl: '' })

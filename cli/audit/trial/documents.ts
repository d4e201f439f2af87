import { gunzipSync } from 'node:zlib'
import type { FileField } from '@northshelf/site/forms/kinds/file/schema.ts'

type Extension = FileField['extensions'][number]

/** Minimal empty documents, gzipped and Base64-encoded. */
const PACKED: Record<Exclude<Extension, 'pdf'>, string> = {
  doc: 'H4sIAAAAAAACA+3VPU4CQRjG8f/sh7jagAXFVp5hN2pnLKChxIIDAAmNbrJZC49j4QE8iR5Be67ADmGZJcRqN6EBnl/yZDKTvHmTmWTen+/e78dX/Mc/j/iUNuJi78wAXr3pbveblNba+tjKUVlZa0uXAAihevMOcAlEwJV7Y0VRTitjMjIKbhnySkHOO230CU39l5iGNdfA026mPLMgJaVgxB1t3eBV/T03e5rWBW6dkJEzY0DGlDdemFf30FTs+tea1Phufh5K2/77lp/GASMiIiIiIiIiJ+khuU+Qs7UGNLlA1wAaAAA=',
  docx: 'H4sIAAAAAAACAwvwZmYRYWBg4GAAgbtRbbz8DAwMvAwMDIIMDAzl+UUp+in5yaW5qXklehW5OZs1t3ud9Nc763tW++J2ZoYAFN1l8uFTlzAwMKxhYGAQZmBgiHbOzytJzSuJD6ksSC2OBevfuP7E2UANb12tc2fObw41umIcsGn7Zs6VOh662zZ/1PfW1Trl4xnK4aGj9dH7jO/W0Ev65/W9LvrDrFx94mxgUMG589qeZ7VBmraGeulonDjp46dz8sz5y/qnvS+e1vc4u/rEWc/T+qd8dTSvnfX3Pu3j53uy/RXIIE2NU/5+unrnznifP3vR+2T7qSdqac8yw58803h5++aL9hCxJWK3GRkCvBmZGBhwBwoqwAgidO3ooYIAdtjDKMCblQ0kzcTAxNAA0sQI4gEAwDS/mKkBAAA=',
}
const PDF = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Returns a minimal valid file to attach. */
export function createSampleDocument(extension: Extension): File {
  const bytes = extension === 'pdf' ? Buffer.from(PDF) : gunzipSync(Buffer.from(PACKED[extension], 'base64'))
  return new File([new Uint8Array(bytes)], `trial.${extension}`)
}

declare module 'wawoff2' {
  /** woff2 → the OpenType file inside it. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>
}

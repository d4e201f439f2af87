declare module 'wawoff2' {
  /** Decompresses a woff2 font to OpenType. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>
}

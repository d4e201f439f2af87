/** @returns 64 hexadecimal digits */
export function sha256(text: string): string

/** Removes invisible characters, such as soft hyphens and the marks that `site dev` adds to text. */
export function removeInvisibleCharacters(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Removes invisible characters, such as soft hyphens and the marks that `site dev` puts into texts. */
export function removeInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

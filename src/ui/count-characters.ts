/** Returns the number of visible characters, without those that the editor of `site dev` adds to mark texts. */
export function countCharacters(text: string): number {
  return [...text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')].length
}

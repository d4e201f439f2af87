/**
 * Writes the guides into a folder, as Markdown. Links to files that the folder does not contain lead to the repository
 * instead.
 * @param target new folder
 */
export function copyGuides(target: string): void

/**
 * Copies the guides into a package. Links to files that the package does not contain lead to the repository instead.
 * @param target new folder
 */
export function copyGuides(target: string): void

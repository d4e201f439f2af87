/** Sources that pages of `site dev` load as modules, as files and folders of the project. */
export const browserSources = ['src', 'cli/dev/browser', 'cli/dev/marks.ts']

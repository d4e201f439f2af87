/** A site generator to compare against. Its folder in `generators` contains a minimal site for the same articles. */
export interface Generator {
  /** A program on the PATH, or the path of a Node script, relative to the folder where packages are installed. */
  program: string
  args: string[]
  version: string
  /** Folder for the articles. */
  articles: string
  /** Output folder. */
  out: string
  /** Cache folders. */
  caches: string[]
}

export const generators: Record<string, Generator> = {
  hugo: {
    program: 'hugo',
    args: ['--quiet'],
    version: 'version',
    articles: 'content/blog',
    out: 'public',
    caches: ['resources'],
  },
  eleventy: {
    program: 'node_modules/.bin/eleventy',
    args: ['--quiet'],
    version: '--version',
    articles: 'src/blog',
    out: '_site',
    caches: ['.cache'],
  },
  astro: {
    program: 'node_modules/.bin/astro',
    args: ['build', '--silent'],
    version: '--version',
    articles: 'articles',
    out: 'dist',
    caches: ['.astro', 'kept'],
  },
}

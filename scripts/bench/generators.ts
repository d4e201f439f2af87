/** Another generator of sites. The folder of its name holds the least that is still a site of the same articles. */
export interface Generator {
  /** A program on the PATH, or one in the folder where packages are installed, which Node runs. */
  program: string
  args: string[]
  version: string
  /** Where it takes articles from. */
  articles: string
  /** Where it writes to. */
  out: string
  /** What it keeps for the next build. */
  kept: string[]
}

export const generators: Record<string, Generator> = {
  hugo: {
    program: 'hugo',
    args: ['--quiet'],
    version: 'version',
    articles: 'content/blog',
    out: 'public',
    kept: ['resources'],
  },
  eleventy: {
    program: 'node_modules/.bin/eleventy',
    args: ['--quiet'],
    version: '--version',
    articles: 'src/blog',
    out: '_site',
    kept: ['.cache'],
  },
  astro: {
    program: 'node_modules/.bin/astro',
    args: ['build', '--silent'],
    version: '--version',
    articles: 'articles',
    out: 'dist',
    kept: ['.astro', 'kept'],
  },
}

interface Workspace {
  /**
   * Folders and files of the workspace, from left to right. Each imports, types included, only from itself and from those
   * to its left. Those that a bar separates do not import each other.
   */
  layers: string
  /** What it may import from other workspaces, by package name. */
  imports: readonly string[]
}

export const workspaces: Readonly<Record<string, Workspace>> = {
  src: {
    layers:
      'schema | theme ← measurement | ui ← forms ← drawings ← entries ← sections ← collections ← routes.ts ← client ← site ← vike',
    imports: [],
  },
  cli: {
    layers:
      'packages.mjs ← cache.mjs | paths.ts | pool.ts | serial-queue.ts ← diagnostics ← content ← rules ← engine ← build ← preview ← audit ← diff ← refactor ← scaffold ← review ← dev ← editor ← mcp | studio ← commands ← program.ts ← main.ts ← bin.mjs',
    imports: ['src', 'audit'],
  },
  audit: {
    layers: 'index.mjs',
    imports: [],
  },
  relay: {
    layers:
      'clean-text.ts | clock.ts | concurrency.ts | csv.ts | disk.ts | index.d.ts | network | settings.ts | translations ← site-forms.ts ← store ← postgres | spool ← targets ← config.ts ← delivery ← monitoring ← intake ← pages ← http ← inbox | leads ← app.ts | load-config.ts | open-store.ts ← open-relay.ts ← commands | create-relay.ts ← main.ts',
    imports: ['src/forms', 'src/schema', 'src/theme', 'src/ui'],
  },
}

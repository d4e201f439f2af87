declare module '@highlightjs/cdn-assets/es/highlight.min.js' {
  /** The build of highlight.js with the common languages. Its npm package is half as large again, and slower to load. */
  const highlighter: {
    getLanguage(name: string): object | undefined
    highlight(code: string, options: { language: string; ignoreIllegals?: boolean }): { value: string }
  }
  export default highlighter
}

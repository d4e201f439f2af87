export default { cacheDir: './kept', site: 'https://example.com' }

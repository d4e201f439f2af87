export default () => ({ dir: { input: 'src' }, markdownTemplateEngine: false, htmlTemplateEngine: 'njk' })

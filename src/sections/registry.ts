import { live } from './live.ts'
import type { SectionLoader } from './section-props.ts'
import type { ViewType } from './view.ts'

/** One component per section type, for rendering. A type without a component does not compile. */
export const registry: { [T in ViewType]: SectionLoader<T> } = {
  ...live,
  hero: () => import('./hero/hero.tsx'),
  award: () => import('./award/award.tsx'),
  stats: () => import('./stats/stats.tsx'),
  badges: () => import('./badges/badges.tsx'),
  articles: () => import('./articles/articles.tsx'),
  highlights: () => import('./highlights/highlights.tsx'),
  services: () => import('./services/services.tsx'),
  partner: () => import('./partner/partner.tsx'),
  testimonials: () => import('./testimonials/testimonials.tsx'),
  faq: () => import('./faq/faq.tsx'),
  quote: () => import('./quote/quote.tsx'),
  story: () => import('./story/story.tsx'),
  closing: () => import('./closing/closing.tsx'),
  floating: () => import('./floating/floating.tsx'),
  framework: () => import('./framework/framework.tsx'),
  process: () => import('./process/process.tsx'),
  details: () => import('./details/details.tsx'),
  features: () => import('./features/features.tsx'),
  results: () => import('./results/results.tsx'),
  challenge: () => import('./challenge/challenge.tsx'),
  timeline: () => import('./timeline/timeline.tsx'),
  jobs: () => import('./jobs/jobs.tsx'),
  resume: () => import('./resume/resume.tsx'),
  article: () => import('./article/article.tsx'),
  prose: () => import('./prose/prose.tsx'),
  'service-hero': () => import('./service-hero/service-hero.tsx'),
}

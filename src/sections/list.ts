import { checkPartResults } from '../schema/own-code-error.ts'
import * as article from './article/view.ts'
import * as articles from './articles/schema.ts'
import * as award from './award/schema.ts'
import * as badges from './badges/schema.ts'
import * as booking from './booking/view.ts'
import * as challenge from './challenge/schema.ts'
import * as closing from './closing/schema.ts'
import * as details from './details/schema.ts'
import * as dialog from './dialog/view.ts'
import * as events from './events/schema.ts'
import * as faq from './faq/schema.ts'
import * as features from './features/schema.ts'
import * as floating from './floating/schema.ts'
import * as form from './form/schema.ts'
import * as framework from './framework/schema.ts'
import * as hero from './hero/schema.ts'
import * as highlights from './highlights/schema.ts'
import * as hours from './hours/schema.ts'
import * as job from './job/view.ts'
import * as jobDialog from './job-dialog/view.ts'
import * as jobs from './jobs/schema.ts'
import * as languages from './languages/view.ts'
import * as notFound from './not-found/view.ts'
import * as openNow from './open-now/view.ts'
import { ownSections } from './own.ts'
import * as partner from './partner/schema.ts'
import * as people from './people/schema.ts'
import * as photoHero from './photo-hero/schema.ts'
import * as picture from './picture/schema.ts'
import * as prices from './prices/schema.ts'
import * as process from './process/schema.ts'
import * as prose from './prose/view.ts'
import * as quote from './quote/schema.ts'
import * as results from './results/schema.ts'
import * as resume from './resume/schema.ts'
import { sectionResults } from './section-results.ts'
import * as serviceHero from './service-hero/view.ts'
import * as services from './services/schema.ts'
import * as stats from './stats/schema.ts'
import * as story from './story/schema.ts'
import * as testimonials from './testimonials/schema.ts'
import * as text from './text/schema.ts'
import * as timeline from './timeline/schema.ts'
import * as video from './video/schema.ts'

/**
 * All sections. The key is the section's `type` and also the name of the folder that contains its component and styles.
 * definition.ts documents the exports of a folder.
 */
export const sections = {
  // Sections that page files may use. Editors and the reference list them in this order.
  hero,
  'photo-hero': photoHero,
  award,
  stats,
  badges,
  articles,
  highlights,
  services,
  partner,
  testimonials,
  faq,
  quote,
  story,
  closing,
  floating,
  framework,
  process,
  details,
  features,
  results,
  challenge,
  timeline,
  text,
  people,
  picture,
  video,
  hours,
  prices,
  events,
  jobs,
  resume,
  form,
  // Sections that the build creates from entries.
  article,
  job,
  prose,
  'service-hero': serviceHero,
  'not-found': notFound,
  languages,
  dialog,
  booking,
  'job-dialog': jobDialog,
  'open-now': openNow,
  ...checkPartResults('sections', ownSections, sectionResults),
}

/**
 * Content that a page of the agency must contain in order: section headings, quoted text and buttons from
 * sections 1, 2, 5 and 9 of the specification.
 */
export interface ExpectedPage {
  texts: string[]
  links?: string[]
  /** Number of testimonials. */
  quotes?: number
}

const process3 = ['Discovery Call', 'Brand Plan creation', 'Launch + Optimize']
const articleEnd = ['Key takeaways', 'Get My Brand Plan']

const services: Record<string, string> = {
  'amazon-management': 'Full-service Amazon management',
  'listing-optimization': 'Product listing optimization',
  'walmart-management': 'Full-service Walmart management',
  'amazon-seo': 'Amazon SEO',
  'ppc-advertising': 'PPC advertising',
  'dsp-advertising': 'Demand-side platform (DSP) advertising',
  'customized-reporting': 'Customized reporting',
  'revenue-reclaim': 'Revenue reclaim',
  'customer-service-management': 'Customer service management',
  'amazon-brand-support': 'Amazon brand support',
  'inventory-management': 'Inventory management and forecasting',
}
const solutions = ['amazon-ppc', 'amazon-seo', 'walmart-management', 'inventory-forecasting']
const expanding = ['ppc-advertising', 'amazon-seo', 'walmart-management', 'inventory-management']

const jobs: Record<string, string[]> = {
  'senior-amazon-ppc-specialist': ['Senior Amazon PPC Specialist', 'Performance Marketing', '$70K-$90K'],
  'e-commerce-data-analyst': ['E-commerce Data Analyst', 'Analytics', '$65K-$85K'],
  'brand-strategy-consultant': ['Brand Strategy Consultant', 'Client Success', '$90K-$120K'],
  'marketplace-operations-manager': ['Marketplace Operations Manager', 'Operations', '$60K-$80K'],
  'growth-marketing-specialist': ['Growth Marketing Specialist', 'Marketing', '$55K-$75K'],
  'client-success-manager': ['Client Success Manager', 'Client Success', '$65K-$85K'],
}

export const pages: Record<string, ExpectedPage> = {
  '/': {
    texts: [
      'The full-service distribution company creating more wins',
      'Speak to a brand expert',
      '2023',
      'fastest growing distribution company in America',
      'Trusted by 200+ brands',
      '99.8%',
      '81%',
      '32M',
      '92%',
      '6',
      'Recognized by',
      'Read Article',
      'Read Article',
      'Read Article',
      ...Object.values(services).slice(0, 1),
      'Get My Brand Plan',
      'Read More',
      'Read More',
      'Read More',
      'How soon will we see results?',
      'Get in touch',
    ],
    links: [
      '/insights/fix-amazon-ad-budget',
      '/insights/walmart-first-mover',
      '/insights/listing-optimization',
      '/blog/amazon-ppc-strategies-2024',
      '/blog/seo-on-a-budget',
      '/blog/walmart-vs-amazon',
      '/create-brand-plan',
      '/get-started',
      ...Object.keys(services).map((slug) => `/services/${slug}`),
    ],
  },
  '/get-started': {
    texts: [
      'Request a Brand Plan',
      'Schedule a Call',
      ...process3,
      'Get Your Free Brand Plan',
      'Amazon only',
      'Walmart only',
      'Shopify only',
      'Amazon + Walmart',
      'Amazon + Shopify',
      'All platforms',
      'Not selling yet',
      '312%',
      'Speak to a Brand Expert',
    ],
    links: ['/create-brand-plan', '/distribution'],
  },
  '/create-brand-plan': {
    texts: [
      'custom audit and growth roadmap within 24-48 hours',
      'Start Now',
      "We'll ask for read-only access when we reply",
      'Performance Audit',
      'Optimization Opportunities',
      'Growth Forecast',
      'Custom Strategy',
      '$50K',
      '$1M+',
    ],
    quotes: 3,
  },
  '/services': {
    texts: ['Speak to a brand expert', 'Drive Profit. Scale Faster.', 'Get your free Brand Plan'],
    links: ['/create-brand-plan', ...Object.keys(services).map((slug) => `/services/${slug}`)],
  },
  ...Object.fromEntries(
    Object.entries(services).map(([slug, title]): [string, ExpectedPage] => [
      `/services/${slug}`,
      {
        texts: [
          title,
          ...(expanding.includes(slug) ? ['Speak to a brand expert'] : []),
          'Brand Plan',
          'Talk to a Strategist',
        ],
        links: ['/create-brand-plan', '/get-started', '/services'],
        quotes: 1,
      },
    ]),
  ),
  '/solutions': {
    texts: [
      'Your biggest ecommerce challenges, solved.',
      'Problem-Solution Framework',
      'Visibility & Ranking',
      'Profitability Optimization',
      'Account Health & Compliance',
      'Omnichannel Growth',
      'Customer Experience & Reviews',
      'Data-Driven Forecasting',
      'Audit',
      'Strategy',
      'Execute',
      'Scale',
    ],
    links: ['/create-brand-plan'],
  },
  ...Object.fromEntries(
    solutions.map((slug): [string, ExpectedPage] => [
      `/solutions/${slug}`,
      { texts: ['Speak to a brand expert'], links: ['/create-brand-plan', '/solutions'] },
    ]),
  ),
  '/about': {
    texts: [
      'Our Story',
      '2018',
      '2020',
      '$10M',
      '2022',
      '2024',
      'Ruth Adeyemi',
      'Partnership',
      'Performance',
      'Transparency',
    ],
    links: ['/get-started'],
  },
  '/careers': {
    texts: [
      'View Open Positions',
      'The hiring team reads every application',
      ...Object.values(jobs).flatMap(([title]) => [title ?? '', 'Apply Now']),
      'Remote-first culture',
      'Flexible PTO',
      'Performance bonuses',
      'Comprehensive benefits',
      'Learning budget',
      'Team retreats',
      'Submit Resume',
    ],
    links: ['/about', ...Object.keys(jobs).map((slug) => `/careers/${slug}`)],
  },
  ...Object.fromEntries(
    Object.entries(jobs).map(([slug, texts]): [string, ExpectedPage] => [
      `/careers/${slug}`,
      { texts: [...texts, 'Apply for This Position'], links: ['/careers'] },
    ]),
  ),
  '/distribution': {
    texts: ['500+', '340%', 'Market analysis', 'Partner matching', 'Launch and integration', 'Optimize and scale'],
    links: ['/distribution-expert', '/create-distribution-plan'],
  },
  '/create-distribution-plan': {
    texts: [
      'Start Now',
      'Talk to an Expert',
      'Distribution audit',
      'Retailer network mapping',
      'Revenue projections',
      '90-day',
      'Contact Name',
      '$10K',
      '$2M+',
      'Talk to an Expert',
    ],
    quotes: 3,
  },
  '/distribution-expert': {
    texts: ['$50K-$100K', '$5M+'],
    links: ['/create-distribution-plan', '/distribution-case-study'],
  },
  '/distribution-case-study': { texts: ['340%'], links: ['/distribution-expert'] },
  '/blog': {
    texts: ['5 min', '7 min', '10 min'],
    links: ['/blog/amazon-ppc-strategies-2024', '/blog/seo-on-a-budget', '/blog/walmart-vs-amazon'],
  },
  '/insights': {
    texts: ['8 min', '6 min', '9 min'],
    links: ['/insights/fix-amazon-ad-budget', '/insights/walmart-first-mover', '/insights/listing-optimization'],
  },
  ...Object.fromEntries(
    [
      '/blog/amazon-ppc-strategies-2024',
      '/blog/seo-on-a-budget',
      '/blog/walmart-vs-amazon',
      '/insights/fix-amazon-ad-budget',
      '/insights/walmart-first-mover',
      '/insights/listing-optimization',
    ].map((path): [string, ExpectedPage] => [
      path,
      { texts: articleEnd, links: ['/create-brand-plan', path.slice(0, path.indexOf('/', 1))] },
    ]),
  ),
  '/contact': {
    texts: ['Send us a message', 'Send Message', 'The New York office', 'Monday', 'Closed', 'Press and talks'],
    links: ['/about#team'],
  },
  '/accessibility': { texts: ['WCAG', 'How we test it', 'What does not work yet', 'Tell us'], links: [] },
  '/privacy': { texts: ['resume', 'read-only access'], links: [] },
  '/terms': { texts: ['read-only access'], links: [] },
}

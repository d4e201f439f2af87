import { defineRules } from './rule.ts'

/** Found by `checkBuilt`, which runs the built relay. */
export const builtFormRules = defineRules({
  'form/trial': {
    means:
      'A form of the built pages was posted to the built relay as visitors would, and something else came of it than should: site check --built and site audit try it, and send nothing.',
    matters: 'Visitors would be refused, or thanked for what never arrives.',
    bad: '(forms/contact.yaml has changed, dist/relay has not)',
    good: '(dist/site and dist/relay come from one build)',
    fix: 'Build again. If that does not help, look at the form, and put dist/relay to the server together with dist/site.',
  },
})

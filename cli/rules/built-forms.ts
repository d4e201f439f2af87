import { defineRules } from './rule.ts'

/** `checkBuiltForms` finds these problems by running the built relay. */
export const builtFormRules = defineRules({
  'form/trial': {
    means:
      'A test submission from a built page to the built relay did not produce the expected result. site check --built and site audit test every form this way, without delivering anything.',
    matters: 'Submissions would be rejected, or lost although visitors see a confirmation.',
    bad: '(forms/contact.yaml has changed, dist/relay has not)',
    good: '(dist/site and dist/relay come from one build)',
    fix: 'Build again. If the problem persists, check the form, and deploy dist/relay together with dist/site.',
  },
})

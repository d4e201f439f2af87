import type { Written } from '../collections/content.ts'
import type { Job } from '../collections/job.ts'
import { salaryText } from '../sections/cards.ts'

type Lists = Pick<Job, 'responsibilities' | 'requirements' | 'benefits'>

/** The text of a position as HTML and its lists, with the salary range in the place of `{salary}`. */
export function jobTexts({
  html,
  salary,
  responsibilities,
  requirements,
  benefits,
}: Pick<Written<Job>, 'html' | 'salary' | keyof Lists>): Lists & { body: string } {
  const range = salaryText(salary)
  const fill = (text: string) => text.replaceAll('{salary}', () => range)
  return {
    body: fill(html),
    responsibilities: responsibilities.map(fill),
    requirements: requirements.map(fill),
    benefits: benefits.map(fill),
  }
}

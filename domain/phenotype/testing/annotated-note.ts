import type { FeatureStatus } from '../../orders/phenotype.ts'
import type { NoteFinding } from '../notes/suggest.ts'

/**
 * A note annotated by hand. In `text`, `[[no fits|-Seizure]]` marks words and the HPO label that they mean:
 * `-` absent, `?` uncertain; before it whose it is if not the patient's: `Mother: -Seizure`, `A: …` for fetus A.
 * Several labels are separated by semicolons.
 */
export interface AnnotatedNote {
  number: number
  style: string
  prenatal?: boolean
  text: string
}

interface Expected {
  label: string
  status: FeatureStatus
  whose: NoteFinding['whose']
}

const MARK = /\[\[([^|\]]*)\|([^\]]*)\]\]/g
const STATUSES: Record<string, FeatureStatus> = { '': 'present', '-': 'absent', '?': 'uncertain' }

/** The note as a clinic would write it, and what was annotated. */
export function readAnnotated({ text }: AnnotatedNote): { plain: string; expected: Expected[] } {
  const expected = [...text.matchAll(MARK)].flatMap(([, , labels = '']) =>
    labels.split('; ').map((one): Expected => {
      const [, person = '', sign = '', label = ''] = /^(?:(\w+): )?([-?]?)(.+)$/.exec(one) ?? []
      const whose = /^[A-D]$/.test(person) ? `fetus ${person}` : person || 'patient'
      return { label, status: STATUSES[sign] ?? 'present', whose: whose as Expected['whose'] }
    }),
  )
  return { plain: text.replace(MARK, '$1'), expected }
}

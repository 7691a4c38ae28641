import {
  AGE_CLASSES,
  type Feature,
  type FeatureStatus,
  featuresOf,
  severityLabel,
} from '#domain/orders/phenotype.ts'
import { type Answer, line } from './answers.ts'
import { personNumber } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'

/** LOINC answer list LL1937-3, which has no answer for what is uncertain. */
const FOUND: Record<FeatureStatus, [code: string, words: string, system: 'LN' | 'L']> = {
  present: ['LA9633-4', 'Present', 'LN'],
  absent: ['LA9634-2', 'Absent', 'LN'],
  uncertain: ['U', 'Uncertain', 'L'],
}

/**
 * One answer for each finding: the HPO term is the question (OBX-3), OBX-4 names the person. Its onset, severity and
 * note follow it, with the same OBX-4.
 */
export function phenotypeAnswers({ orderId, document }: LaboratoryOrder): Answer[] {
  return featuresOf(document).flatMap((feature): Answer[] => {
    const of = { about: personNumber(orderId, feature.patient) }
    const { termId, label, status, severity, note = '' } = feature
    return [
      { type: 'CE', question: [termId, label], coding: 'HPO', value: FOUND[status], ...of },
      ...onset(feature, of),
      ...(severity
        ? [
            {
              ...{ type: 'CE', question: ['PHENOTYPE-SEVERITY', 'Severity'], ...of },
              value: [severity, severityLabel(severity), 'HPO'],
            } satisfies Answer,
          ]
        : []),
      ...line(['PHENOTYPE-NOTE', 'Note on the finding'], note, of),
    ]
  })
}

/** A class of the HPO, the age as ISO 8601 duration, or weeks and days of gestation. */
function onset({ onset: given }: Feature, of: Pick<Answer, 'about'>): Answer[] {
  if (!given) return []
  const question: Answer['question'] =
    given.kind === 'gestation'
      ? ['PHENOTYPE-ONSET-GESTATION', 'Gestational age at onset']
      : ['PHENOTYPE-ONSET', 'Onset']
  const known = AGE_CLASSES.find(({ id }) => id === given.value)
  if (given.kind === 'class' && known)
    return [{ type: 'CE', question, value: [known.id, known.label, 'HPO'], ...of }]
  return line(question, given.value, of)
}

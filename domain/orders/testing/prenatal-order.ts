import { blankPatient, type OrderDocument, PROBAND } from '../document.ts'
import { blankFetus, blankPregnancy } from '../pregnancy.ts'
import type { RuleContext } from '../rule-context.ts'
import { CONTEXT, completeOrder, sampleOf } from './complete-order.ts'

const sent = { contaminationPlan: 'sent', maternalNumber: '', contaminationReason: '' } as const

/** Dora Lind, dichorionic twins, villi of both at 12+3, her blood for the check of maternal cells. */
export function twins(): OrderDocument {
  const { consents, ...order } = completeOrder()
  const villi = {
    specimenType: 'CVS',
    approach: 'TA',
    dateOfCollection: '2026-11-18',
    contamination: sent,
  } as const
  return {
    ...order,
    tests: order.tests.map((test) => ({ ...test, testCode: '1700', testName: 'Microarray' })),
    patients: [
      {
        ...blankPatient('Proband', PROBAND),
        ...{ firstName: 'Dora', lastName: 'Lind', dateOfBirth: '1990-04-12', sex: 'Female' as const },
        recordNumber: '44821',
      },
    ],
    pregnancy: {
      ...blankPregnancy(),
      ...{ dueDate: '2027-05-30', dating: 'Ultrasound', fetusCount: 2, chorionicity: 'Dichorionic' },
      fetuses: [blankFetus('fetus-1', 'A'), blankFetus('fetus-2', 'B')],
    },
    samples: [
      sampleOf('fetus-1', 's1', villi),
      sampleOf('fetus-2', 's2', villi),
      sampleOf(PROBAND, 's3', { dateOfCollection: '2026-11-18' }),
    ],
    indicationsForTesting: [
      { code: 'O28.3', description: 'Abnormal ultrasonic finding on antenatal screening' },
    ],
    consents: [],
  }
}

const WEEK = 7
/** The same catalogue, with limits that a laboratory might set. */
export const PRENATAL_CONTEXT: RuleContext = {
  ...CONTEXT,
  tests: CONTEXT.tests.map((test) => ({
    ...test,
    specimens: test.relatives > 0 ? [...test.specimens, 'Amniotic Fluid' as const] : test.specimens,
    subjects: {
      ages:
        test.code === '2008'
          ? { fromAge: '18y', untilAge: '', label: 'Adults only' }
          : test.code === '2009'
            ? { fromAge: '', untilAge: '28d', label: 'Newborns only' }
            : null,
      gestation: [
        { specimen: 'CVS', from: 10 * WEEK, to: 14 * WEEK + 6 },
        { specimen: 'Amniotic Fluid', from: 15 * WEEK, to: null },
      ],
    },
  })),
}

import type { OrderDocument } from '#domain/orders/document.ts'
import { dayOfAge } from '#domain/orders/onset.ts'
import type { Feature } from '#domain/orders/phenotype.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'

/** The release whose labels these are. */
const RELEASE = '2026-01-08'

type Finding = Pick<Feature, 'termId' | 'label' | 'status' | 'onset' | 'severity'>
const present = (termId: string, label: string, more: Partial<Finding> = {}): Finding => ({
  ...{ termId, label, status: 'present' },
  ...more,
})
const absent = (termId: string, label: string): Finding => ({ termId, label, status: 'absent' })
const age = (value: string) => ({ onset: { kind: 'age', value } }) as const
const SINCE_BIRTH = { onset: { kind: 'class', value: 'HP:0003577' } } as const

/** What clinics find together, in patients of these ages and with these indications. */
interface FindingSet {
  /** In days. */
  from?: number
  to?: number
  /** Of the first indication's code. */
  indications?: RegExp
  findings: readonly Finding[]
}

const YEAR = 365.25
const INFANT = { to: 0.75 * YEAR }
const CHILD = { from: 0.75 * YEAR, to: 18 * YEAR }
const ADULT = { from: 18 * YEAR }
const EPILEPSY = /^(G40|R56|P90)/

/** The first that fits is the patient's; the last of each age fits every indication. */
const SETS: readonly FindingSet[] = [
  {
    ...INFANT,
    indications: EPILEPSY,
    findings: [
      present('HP:0001250', 'Seizure', age('P2D')),
      present('HP:0001252', 'Hypotonia'),
      present('HP:0011968', 'Feeding difficulties'),
      absent('HP:0000175', 'Cleft palate'),
    ],
  },
  {
    ...INFANT,
    indications: /^Q/,
    findings: [
      present('HP:0001999', 'Abnormal facial shape'),
      present('HP:0001629', 'Ventricular septal defect', SINCE_BIRTH),
      present('HP:0000252', 'Microcephaly', SINCE_BIRTH),
      absent('HP:0001250', 'Seizure'),
    ],
  },
  {
    ...INFANT,
    findings: [
      present('HP:0001252', 'Hypotonia', SINCE_BIRTH),
      present('HP:0011968', 'Feeding difficulties'),
      present('HP:0002093', 'Respiratory insufficiency', SINCE_BIRTH),
      absent('HP:0001250', 'Seizure'),
    ],
  },
  {
    ...CHILD,
    indications: EPILEPSY,
    findings: [
      present('HP:0001250', 'Seizure', age('P8M')),
      present('HP:0001263', 'Global developmental delay'),
      present('HP:0001252', 'Hypotonia'),
      absent('HP:0000252', 'Microcephaly'),
    ],
  },
  {
    ...{ from: 3 * YEAR, to: 18 * YEAR },
    indications: /^F/,
    findings: [
      present('HP:0000729', 'Autistic behavior'),
      present('HP:0000750', 'Delayed speech and language development', age('P2Y')),
      present('HP:0001263', 'Global developmental delay'),
      absent('HP:0000252', 'Microcephaly'),
    ],
  },
  {
    ...CHILD,
    indications: /^Q/,
    findings: [
      present('HP:0000252', 'Microcephaly', SINCE_BIRTH),
      present('HP:0004322', 'Short stature', { severity: 'HP:0012826' }),
      present('HP:0001629', 'Ventricular septal defect', SINCE_BIRTH),
    ],
  },
  {
    ...CHILD,
    findings: [
      present('HP:0001263', 'Global developmental delay'),
      present('HP:0001252', 'Hypotonia', SINCE_BIRTH),
      present('HP:0001999', 'Abnormal facial shape'),
      absent('HP:0001250', 'Seizure'),
    ],
  },
  {
    ...ADULT,
    indications: EPILEPSY,
    findings: [
      present('HP:0001250', 'Seizure', age('P9Y')),
      present('HP:0001249', 'Intellectual disability', { severity: 'HP:0012825' }),
      absent('HP:0001251', 'Ataxia'),
    ],
  },
  {
    ...ADULT,
    indications: /^G(11|24|60)/,
    findings: [
      present('HP:0001251', 'Ataxia'),
      present('HP:0009830', 'Peripheral neuropathy'),
      present('HP:0001288', 'Gait disturbance'),
      absent('HP:0001249', 'Intellectual disability'),
    ],
  },
  {
    ...ADULT,
    indications: /^(F|Q|R62)/,
    findings: [
      present('HP:0001249', 'Intellectual disability', { severity: 'HP:0012826' }),
      present('HP:0001999', 'Abnormal facial shape'),
      present('HP:0004322', 'Short stature'),
      absent('HP:0001250', 'Seizure'),
    ],
  },
  {
    ...ADULT,
    findings: [
      present('HP:0001324', 'Muscle weakness', { severity: 'HP:0012826' }),
      present('HP:0003236', 'Elevated circulating creatine kinase concentration'),
      present('HP:0003546', 'Exercise intolerance'),
    ],
  },
]

/** What an ultrasound shows: of the first trimester, or of the second. */
const OF_FETUSES = {
  early: [
    present('HP:0010880', 'Increased nuchal translucency'),
    present('HP:0001789', 'Hydrops fetalis'),
    absent('HP:0001627', 'Abnormal heart morphology'),
  ],
  late: [
    present('HP:0002119', 'Ventriculomegaly'),
    present('HP:0001511', 'Intrauterine growth retardation'),
    absent('HP:0001627', 'Abnormal heart morphology'),
  ],
} as const

/** Specimens of an unborn child, on orders that name no fetus. */
const FETAL_SPECIMENS: readonly string[] = ['CVS', 'Amniotic Fluid', 'Fetal Blood', 'Fresh Tissue']

/**
 * Findings that a clinic would write for a test that asks for them, the same for the same patient each time; undefined
 * for any other test.
 */
export function demoPhenotype(
  document: Pick<OrderDocument, 'patients' | 'pregnancy' | 'samples' | 'indicationsForTesting'>,
  test: Pick<OrderedTestInfo, 'phenotype'>,
  today: string,
): Feature[] | undefined {
  if (!test.phenotype) return undefined
  const [patient = ''] = subjectsOf(document)
  const born = Date.parse(document.patients[0]?.dateOfBirth ?? '')
  const days = (Date.parse(today) - born) / 86_400_000
  const isFetal =
    document.pregnancy !== undefined ||
    document.samples.some(({ specimenType }) => FETAL_SPECIMENS.includes(specimenType))
  const isEarly = document.samples.some(({ specimenType }) => specimenType === 'CVS')
  const [{ code = '' } = {}] = document.indicationsForTesting
  const set = isFetal
    ? OF_FETUSES[isEarly ? 'early' : 'late']
    : (SETS.find(
        ({ from = 0, to = Number.POSITIVE_INFINITY, indications }) =>
          days >= from && days < to && (indications?.test(code) ?? true),
      )?.findings ?? [])
  const dateOfBirth = document.patients[0]?.dateOfBirth ?? ''
  return set.map(({ onset, ...finding }: Finding) => {
    const reached = onset?.kind !== 'age' || (dayOfAge(dateOfBirth, onset.value) ?? today) < today
    return { ...finding, patient, release: RELEASE, ...(onset && reached ? { onset } : {}) }
  })
}

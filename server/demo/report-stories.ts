import { RECONTACT_QUESTION } from '#domain/follow-up/reclassification.ts'
import { daysAgo, HOUR } from './days.ts'
import { withFindings } from './findings-since.ts'
import type { DemoLabUpdate } from './lab-update.ts'
import type { MadeOrder } from './made-order.ts'
import { EXOME, type Fits } from './order-for.ts'
import { arrived, type Story } from './stories.ts'

const UNCERTAIN = {
  finding: 'One variant of uncertain significance',
  stated: { outcome: 'uncertain' },
} as const
const NOTHING = { finding: 'No variant that explains the symptoms', stated: { outcome: 'negative' } } as const
type UpdateDaysAgo = Omit<DemoLabUpdate, 'at'> & { days: number }

/** An order received this many days ago, with the later updates about its report. */
function reportStory(days: number, ...labUpdates: UpdateDaysAgo[]): Story {
  return storyOf(undefined, days, labUpdates)
}

function storyOf(fits: Fits | undefined, days: number, labUpdates: readonly UpdateDaysAgo[]): Story {
  return (stage) => {
    const made = arrived(stage, 'in-process', days, fits)
    const at = (ago: number) => new Date(daysAgo(stage.now, ago).getTime() + HOUR)
    return [
      { ...made, labUpdates: labUpdates.map(({ days: ago, ...update }) => ({ ...update, at: at(ago) })) },
    ]
  }
}

/** Some results are available and may change. */
export const preliminary = reportStory(10, { days: 1, status: 'preliminary', ...UNCERTAIN })

/** Something was added to a report that remains valid. */
export const addended = storyOf(EXOME, 50, [
  { days: 24, status: 'final', ...NOTHING },
  {
    ...{ days: 2, status: 'addended', finding: 'The mitochondrial genome is normal', change: 'addendum' },
    words: 'The mitochondrial genome was analyzed too.',
  },
])

/** The first report had an error. */
export const corrected = reportStory(
  45,
  { days: 18, status: 'final', ...NOTHING },
  {
    ...{ days: 3, status: 'corrected', ...UNCERTAIN, change: 'result' },
    words: 'A line was missing from the table of variants.',
  },
)

/** The first report was right by the knowledge of its time; `days` ago the variant became pathogenic. */
const reclassifiedStory = (days: number) =>
  reportStory(
    days + 59,
    { days: days + 29, status: 'final', ...UNCERTAIN },
    {
      ...{ days, status: 'amended', finding: 'One pathogenic variant', change: 'reclassification' },
      stated: { outcome: 'positive', before: 'uncertain' },
      words: 'Newly published families support that the variant is pathogenic.',
    },
  )

/** Since yesterday: nobody has done anything about it. */
export const reclassified = reclassifiedStory(1)

/** Of tests that ask for it, the patient agreed to be contacted about new knowledge. */
function withRecontact(made: MadeOrder): MadeOrder {
  const { document } = made.order
  const consents = document.consents.map((one) =>
    one.consentId === RECONTACT_QUESTION ? { ...one, answer: true } : one,
  )
  return { ...made, order: { ...made.order, document: { ...document, consents } } }
}

/** Twelve days ago: the orderer knows and the patient was tried; a relative is listed. */
export const halfToldReclassification: Story = (stage) => {
  const at = (days: number) => new Date(daysAgo(stage.now, days).getTime() + 2 * HOUR)
  return reclassifiedStory(12)(stage).map((made) => ({
    ...withRecontact(made),
    reclassification: {
      steps: [
        { step: 'orderer-told', way: 'read-here', at: at(11) },
        {
          ...{ step: 'patient-not-reached', way: 'phone', at: at(10) },
          words: 'No answer. Left a message to call back, without a reason.',
        },
        { step: 'relative-listed', relative: 'r1', relation: 'Sister', at: at(10) },
      ],
    },
  }))
}

/** Fifty days ago, and everybody was told. */
export const closedReclassification: Story = (stage) => {
  const at = (days: number) => new Date(daysAgo(stage.now, days).getTime() + 2 * HOUR)
  return reclassifiedStory(50)(stage).map((made) => ({
    ...withRecontact(made),
    reclassification: {
      steps: [
        { step: 'orderer-told', way: 'read-here', at: at(49) },
        {
          ...{ step: 'patient-told', way: 'in-person', at: at(44) },
          words: 'Explained at the visit, with the family. Cardiology appointment made.',
        },
        { step: 'relative-listed', relative: 'r1', relation: 'Mother', at: at(44) },
        { step: 'relative-listed', relative: 'r2', relation: 'Brother', at: at(44) },
        { step: 'relative-told', relative: 'r1', way: 'in-person', at: at(44) },
        { step: 'relative-told', relative: 'r2', way: 'letter', at: at(36), words: 'He wants to be tested.' },
        { step: 'relative-tested', relative: 'r1', at: at(30), words: 'Carries the variant.' },
      ],
      closed: {
        at: at(29),
        statement: 'Patient and mother are seen by cardiology; the brother has an appointment for the test.',
      },
    },
  }))
}

/** The report must not be used any more, and testing goes on. */
export const withdrawn = reportStory(
  14,
  { days: 4, status: 'final', ...UNCERTAIN },
  {
    ...{ days: 1, status: 'withdrawn', finding: '', change: 'wrong-patient' },
    words: 'The specimens of two patients were swapped. Both are being analyzed again.',
  },
)

/** Somebody at the laboratory must check whose report it is. */
export const doubtful = reportStory(12, { days: 1, status: 'final', ...NOTHING, isDoubtful: true })

/** Read again by the laboratory's reanalysis (data/catalogue/reanalysis.csv). */
const PROBAND_EXOME: Fits = ({ code }) => code === '1602'
const NEGATIVE = { status: 'final', ...NOTHING } as const

/** Negative, and by now old enough for a reanalysis. */
export const longAgo = storyOf(PROBAND_EXOME, 620, [{ days: 590, ...NEGATIVE }])

/** Negative, and the patient has a finding that the laboratory did not know. */
export const laterFinding: Story = (stage) =>
  storyOf(PROBAND_EXOME, 260, [{ days: 230, ...NEGATIVE }])(stage).map((made) =>
    withFindings(made, [
      {
        ...{ termId: 'HP:0002650', label: 'Scoliosis', at: daysAgo(stage.now, 5) },
        note: 'Radiograph of the spine: 24 degrees',
      },
    ]),
  )

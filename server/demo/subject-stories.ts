import { blankDeceased } from '#domain/orders/deceased.ts'
import type { OrderDocument, Sample } from '#domain/orders/document.ts'
import { warningKey } from '#domain/orders/family.ts'
import { blankFetus } from '#domain/orders/pregnancy.ts'
import { fetusesOf } from '#domain/orders/subject.ts'
import { DAY, daysAgo, HOUR } from './days.ts'
import type { DemoLabUpdate } from './lab-update.ts'
import type { MadeOrder } from './made-order.ts'
import type { Fits } from './order-for.ts'
import { arrived, type Story } from './stories.ts'

// Orders for somebody else than a living patient, so that each kind of subject is among the newest orders.

const of =
  (code: string): Fits =>
  (test) =>
    test.code === code
const MICROARRAY = of('1401')
const LOSS = of('1402')
const EXOME_TRIO = of('1606')
const SUDDEN_DEATH = of('2207')
const demonstration = (findings: string) => `${findings} (Demonstration order: the patient is invented.)`

/** The order with another document; an added specimen arrived with the others. */
function changed(made: MadeOrder, document: OrderDocument): MadeOrder {
  const before = made.samples ?? []
  const [first] = before
  const samples = document.samples.flatMap(({ key }) => {
    const one = before.find((sample) => sample.key === key) ?? (first ? { ...first, key } : undefined)
    return one ? [one] : []
  })
  return { ...made, order: { ...made.order, document }, samples }
}

const isOfFetus =
  (key: string) =>
  ({ patient }: Sample) =>
    patient === key

/** Dichorionic twins, a specimen and a report of each. */
export const twins: Story = (stage) => {
  const made = arrived(stage, 'in-process', 9, MICROARRAY)
  const { document } = made.order
  const { pregnancy } = document
  const own = document.samples.find(isOfFetus('fetus-1'))
  // A code of the chapter on pregnancies would have to say which fetus it is about.
  const reason = stage.world.plausible.indications.get('O28.3')
  if (!pregnancy || !own || !reason) throw new Error('the order of twins is for no fetus, or has no reason')
  const twin: OrderDocument = {
    ...document,
    pregnancy: {
      ...pregnancy,
      ...{ fetusCount: 2, chorionicity: 'Dichorionic' },
      fetuses: [...pregnancy.fetuses, { ...blankFetus('fetus-2', 'B'), nuchalTranslucency: '1.6' }],
    },
    samples: document.samples.flatMap((sample) =>
      sample === own ? [sample, { ...sample, key: `${sample.key}b`, patient: 'fetus-2' }] : [sample],
    ),
    indicationsForTesting: [{ code: reason.code, description: reason.description }],
    clinicalNotes: demonstration('Twins; fetus A with increased nuchal translucency, fetus B without.'),
  }
  const at = new Date(daysAgo(stage.now, 2).getTime() + HOUR)
  const reports: DemoLabUpdate[] = [
    { at, status: 'final', finding: 'Trisomy 21', fetus: 'A' },
    { at: new Date(at.getTime() + HOUR), status: 'final', finding: 'No abnormality', fetus: 'B' },
  ]
  return [{ ...changed(made, twin), labUpdates: reports }]
}

/** A first-trimester loss, which the laboratory is testing. */
export const loss: Story = (stage) => [arrived(stage, 'in-process', 5, LOSS)]

/** An egg from a donor who cannot be reached: the pregnant woman's blood serves the check for her cells only. */
export const donorEgg: Story = (stage) => {
  const made = arrived(stage, 'in-process', 6, EXOME_TRIO)
  const { document, test } = made.order
  const { pregnancy } = document
  if (!pregnancy || fetusesOf(document).length === 0) throw new Error('the order is for no fetus')
  // A blastocyst of five days is transferred 261 days before the due date.
  const transferOn = new Date(Date.parse(pregnancy.dueDate) - 261 * DAY).toISOString().slice(0, 10)
  const reason = 'The egg donor cannot be reached: the fetus is compared with the father only.'
  const donated: OrderDocument = {
    ...document,
    pregnancy: {
      ...pregnancy,
      ...{ dating: 'Embryo transfer', transferOn, embryoDay: '5', conception: 'IVF' },
      ...{ eggProvider: 'Donor', eggProviderAge: '27', spermProvider: 'Partner', carriedBy: 'Self' },
    },
    samples: document.samples.map((sample) =>
      sample.patient === document.patients[0]?.key ? { ...sample, role: 'Contamination check' } : sample,
    ),
    overrides: [
      { key: warningKey('not-genetic-parent', document.patients[0]?.key ?? ''), reason },
      { key: warningKey('relatives', `${test.code} 1`), reason },
    ],
  }
  return [changed(made, donated)]
}

/** A young person who died suddenly; a parent authorizes the test of blood that was taken at the autopsy. */
export const deceased: Story = (stage) => {
  const made = arrived(stage, 'in-process', 8, SUDDEN_DEATH)
  const { document } = made.order
  const [patient, ...relatives] = document.patients
  const [collected = ''] = document.samples.map(({ dateOfCollection }) => dateOfCollection).toSorted()
  if (!patient) throw new Error('the order is for nobody')
  const { firstFemale } = stage.world.names
  const died = new Date(Date.parse(collected) - DAY).toISOString().slice(0, 10)
  return [
    changed(made, {
      ...document,
      patients: [
        {
          ...patient,
          deceased: {
            ...blankDeceased(),
            ...{ deathPrecision: 'Exact', dateOfDeath: died, causeOfDeath: 'Sudden unexplained death' },
            authorizedBy: `${stage.random.one(firstFemale)} ${patient.lastName}`,
            ...{ authorizedAs: 'Next of kin', authorityDocument: 'Death certificate' },
          },
        },
        ...relatives,
      ],
      samples: document.samples.map((sample) => ({ ...sample, dateOfCollection: collected })),
      clinicalNotes: demonstration('Died in sleep; the autopsy found no cause. A cousin died in her sleep.'),
    }),
  ]
}

import {
  blankSample,
  type OrderDocument,
  type Patient,
  PROBAND,
  type Sample,
} from '#domain/orders/document.ts'
import { freeKey } from '#domain/orders/family.ts'
import type { BloodHistory, SpecimenRole } from '#domain/specimens/details.ts'
import { requirementFor, typesFor } from '#domain/specimens/requirements.ts'
import { roleOf } from '#domain/specimens/roles.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'

const COLLECTORS = ['Nadia Pell, RN', 'Owen Marsh, phlebotomist', 'Tess Calloway, RN']

/** The order with specimens as a clinic would take them for the test: by role, in the right tube, enough. */
export function withSpecimens(document: OrderDocument, test: OrderedTestInfo, today: string): OrderDocument {
  const samples = document.samples.map((sample) => fitted(document, sample, test, today))
  const missing = new Set(
    (test.specimenRequirements ?? []).flatMap(({ isNeeded, role }) => (isNeeded && role ? [role] : [])),
  )
  for (const sample of samples) missing.delete(sample.role || 'Proband')
  for (const role of missing) {
    const [type] = typesFor(test, role)
    const key = freeKey(
      's',
      samples.map((one) => one.key),
    )
    const added = {
      ...blankSample(PROBAND, key),
      specimenType: type ?? '',
      role,
      dateOfCollection: today,
    } as const
    samples.push(fitted(document, added, test, today))
  }
  return { ...document, patients: document.patients.map((one) => withBlood(one, test)), samples }
}

function fitted(document: OrderDocument, sample: Sample, test: OrderedTestInfo, today: string): Sample {
  const role = roleOf(document, sample, [test])
  const types = typesFor(test, role)
  const specimenType = types.find((type) => type === sample.specimenType) ?? types[0] ?? sample.specimenType
  const row = requirementFor(test, { specimenType }, role)
  if (!row) return { ...sample, specimenType }
  const hours = row.life !== null && row.lifeUnit === 'hours'
  const short = row.life !== null && (hours || row.life < 5)
  const usual: SpecimenRole = sample.patient === PROBAND ? 'Proband' : 'Relative'
  return {
    ...sample,
    specimenType,
    approach: specimenType === 'CVS' ? sample.approach : '',
    dateOfCollection: short ? today : sample.dateOfCollection,
    ...(role === usual ? {} : { role }),
    ...(row.additive ? { additive: row.additive } : {}),
    ...(row.state ? { state: row.state } : {}),
    ...(row.storage ? { condition: row.storage } : {}),
    ...(row.least === null || row.unit === '' ? {} : { amount: String(row.least), amountUnit: row.unit }),
    ...(hours ? { timeOfCollection: '09:30', timeZone: 'America/Chicago' } : {}),
    collector: COLLECTORS[sample.key.length % COLLECTORS.length] ?? '',
  }
}

/** The answers that the test requires. */
function withBlood(patient: Patient, { bloodHistory: needs }: OrderedTestInfo): Patient {
  if (!needs || patient.key !== PROBAND) return patient
  const names = (['transfusion', 'transplant', 'bloodCancer'] as const).filter(
    (name) => needs[name] === 'required',
  )
  const bloodHistory: BloodHistory = Object.fromEntries(names.map((name) => [name, 'No']))
  return names.length > 0 ? { ...patient, bloodHistory } : patient
}

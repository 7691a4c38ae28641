import { blankPatient, newOrder, type OrderDocument, type PatientKey, PROBAND } from './document.ts'
import { featuresOf, withFeatures } from './phenotype.ts'
import { fetusesOf, fetusOf, isPrenatal } from './subject.ts'

/**
 * What of an order goes along to an added test on the specimen of one of its people or fetuses: whoever gave the specimen is
 * tested, and the result is filed for them. Of a fetus the others stay behind; the specimen of the patient of record is her
 * own, and not the fetus's; a relative becomes the patient, of whom nothing clinical is known.
 */
export function forSpecimenOf(document: OrderDocument, key: PatientKey): OrderDocument {
  const [patient, ...relatives] = document.patients
  if (fetusOf(document, key)) {
    const fetuses = fetusesOf(document).filter((fetus) => fetus.key === key)
    return withoutStrangers({ ...document, ...pregnancyWith(document, fetuses) })
  }
  if (patient?.key === key) {
    if (!isPrenatal(document)) return document
    const { parentage: _, ...own } = document
    return withoutStrangers({ ...own, ...pregnancyWith(document, []), patients: [patient] })
  }
  const relative = relatives.find((one) => one.key === key)
  if (!relative) return document
  const { kinship: _, payment, affected: __, ...person } = relative
  const { relationship, affected } = blankPatient('Proband', PROBAND)
  const { orderingProvider, recipients, urgentContact, vaStation } = document
  return {
    ...newOrder(orderingProvider),
    patients: [{ ...person, key: PROBAND, relationship, affected, payment: null }],
    payment: payment ?? document.payment,
    recipients,
    ...(urgentContact === undefined ? {} : { urgentContact }),
    ...(vaStation === undefined ? {} : { vaStation }),
  }
}

const pregnancyWith = (
  { pregnancy }: OrderDocument,
  fetuses: NonNullable<OrderDocument['pregnancy']>['fetuses'],
) => (pregnancy ? { pregnancy: { ...pregnancy, fetuses } } : {})

/** Without findings of those who are not in the order any more. */
function withoutStrangers(document: OrderDocument): OrderDocument {
  const keys = [...document.patients, ...fetusesOf(document)].map(({ key }) => key)
  return withFeatures(
    document,
    featuresOf(document).filter(({ patient }) => keys.includes(patient)),
  )
}

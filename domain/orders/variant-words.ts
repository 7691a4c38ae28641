import type { OrderDocument } from './document.ts'
import {
  carrierOf,
  type KnownVariant,
  knownVariantsOf,
  OLD_VARIANT,
  PURPOSE_NAMES,
  REPORT_NAMES,
  VARIANT_KIND_NAMES,
  variantInWords,
} from './known-variants.ts'

type Detail = readonly [name: string, value: string]

const joined = (parts: readonly string[], between = ', ') => parts.filter(Boolean).join(between)

/** Whose variant it is: 'Mai Nguyễn, Mother, maternal side, born …'; '' if nothing is known of them. */
function carrierInWords(variant: KnownVariant, document: OrderDocument, showDay: (day: string) => string) {
  const { relation, side } = variant.carrier
  const { firstName, lastName, dateOfBirth } = carrierOf(variant, document)
  // An order of before says what the patient is to the relative, in words.
  const old = variant.key === OLD_VARIANT ? document.familyTestingRequest.targetSequencingData : null
  return joined([
    joined([firstName, lastName], ' '),
    relation === 'Self' ? 'the patient' : relation.toLowerCase(),
    side && `${side.toLowerCase()} side`,
    dateOfBirth && `born ${showDay(dateOfBirth)}`,
    old && old.relationshipToProband !== ''
      ? `the patient is their ${old.relationshipToProband.toLowerCase()}`
      : '',
    old && old.familyNumber !== '' ? `family ${old.familyNumber}` : '',
  ])
}

/**
 * What an order says of each known variant, as lines for review, order page and requisition; what is not given is
 * left out. `showDay` writes an ISO date.
 */
export function knownVariantDetails(document: OrderDocument, showDay: (day: string) => string): Detail[][] {
  return knownVariantsOf(document).map((variant) => {
    const { kind, zygosity, inheritance, variantClass, classifiedOn, classifiedBy } = variant
    const { laboratory, laboratoryNumber, reportDate, report, reportReason } = variant
    const details: Detail[] = [
      ['Variant', variantInWords(variant)],
      ['Kind', kind && VARIANT_KIND_NAMES[kind]],
      ['Zygosity', zygosity],
      ['Inheritance', inheritance],
      [
        'Class',
        joined([variantClass, classifiedOn && showDay(classifiedOn), classifiedBy && `by ${classifiedBy}`]),
      ],
      ['Found in', carrierInWords(variant, document, showDay)],
      ['Tested at', joined([laboratory, laboratoryNumber, reportDate && `report of ${showDay(reportDate)}`])],
      [
        'Report',
        joined(
          [report && REPORT_NAMES[report], report === 'file' ? (variant.file?.name ?? '') : '', reportReason],
          ': ',
        ),
      ],
      ['Positive control', variant.positiveControl],
      ['Purpose', variant.purpose && PURPOSE_NAMES[variant.purpose]],
    ]
    return details.filter(([, value]) => value !== '')
  })
}

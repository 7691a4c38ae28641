import type { Coding, Specimen, SpecimenCollection } from 'fhir/r4.js'
import type { Sample } from '#domain/orders/document.ts'
import { specimenNumber } from '#domain/samples/sample.ts'
import { offsetInWords, offsetMinutes } from '#domain/specimens/clock.ts'
import {
  ADDITIVE_WORDS,
  CONDITION_WORDS,
  isOfTable0371,
  METHOD_WORDS,
  SIDE_WORDS,
  typeCode,
  UNIT_WORDS,
} from '#domain/specimens/codes.ts'
import type { OfOrder } from './people.ts'
import { type Refer, SYSTEMS } from './systems.ts'
import { dayOf } from './tidy.ts'

/** The type in SNOMED CT, and in HL7 table 0487 if that has it. */
export function typeCodings(type: string, sample?: Sample): Coding[] {
  const known = typeCode({ ...sample, specimenType: type })
  if (!known) return []
  const { snomed, name, table0487 } = known
  return [
    { system: SYSTEMS.snomed, code: snomed, display: name },
    ...(table0487 ? [{ system: SYSTEMS.specimenTable, code: table0487 }] : []),
  ]
}

/** The specimen of the same order that it was cultured or extracted from. */
export function parentOf(
  { orderId, document }: OfOrder,
  { parent = '' }: Sample,
  refer: Refer,
): Pick<Specimen, 'parent'> {
  const isSent = document.samples.some(
    ({ key, specimenType, dateOfCollection }) => key === parent && (specimenType || dateOfCollection),
  )
  return isSent ? { parent: [{ reference: refer('Specimen', specimenNumber(orderId, parent)) }] } : {}
}

/** By whom, when to the minute, how much, how and where it was collected, as far as known. */
export function collectionOf(sample: Sample): SpecimenCollection {
  const { collector = '', amount = '', amountUnit = '', collectionMethod: method, site = '', side } = sample
  const body = [site, side ? SIDE_WORDS[side].toLowerCase() : ''].filter(Boolean).join(', ')
  const value = Number(amount)
  return {
    ...(collector === '' ? {} : { collector: { display: collector } }),
    ...collectedTime(sample),
    ...(amount === '' || Number.isNaN(value)
      ? {}
      : {
          quantity: {
            value,
            ...(amountUnit === ''
              ? {}
              : { unit: UNIT_WORDS[amountUnit], system: SYSTEMS.units, code: amountUnit }),
          },
        }),
    ...(method
      ? {
          method: {
            coding: [{ system: SYSTEMS.collectionMethod, code: method }],
            text: METHOD_WORDS[method],
          },
        }
      : {}),
    ...(body === '' ? {} : { bodySite: { text: body } }),
  }
}

function collectedTime(sample: Sample): Pick<SpecimenCollection, 'collectedDateTime'> {
  const { dateOfCollection, timeOfCollection = '', timeZone = '' } = sample
  const offset = offsetMinutes(dateOfCollection, timeOfCollection, timeZone)
  const on = dayOf(dateOfCollection)
  return on && offset !== null
    ? { collectedDateTime: `${on}T${timeOfCollection}:00${offsetInWords(offset)}` }
    : {}
}

/** The tubes and their additive, the state and the condition. */
export function keptAs(sample: Sample): Pick<Specimen, 'container' | 'condition' | 'processing'> {
  const { additive, tubes = '', state, condition } = sample
  const words = additive ? ADDITIVE_WORDS[additive] : ''
  return {
    ...(additive || tubes
      ? {
          container: [
            {
              ...(tubes === '' ? {} : { description: tubes === '1' ? '1 tube' : `${tubes} tubes` }),
              ...(additive
                ? {
                    additiveCodeableConcept: {
                      ...(isOfTable0371(additive)
                        ? { coding: [{ system: SYSTEMS.additive, code: additive }] }
                        : {}),
                      text: words,
                    },
                  }
                : {}),
            },
          ],
        }
      : {}),
    ...(condition
      ? {
          condition: [
            {
              coding: [{ system: SYSTEMS.specimenCondition, code: condition }],
              text: CONDITION_WORDS[condition],
            },
          ],
        }
      : {}),
    ...(state ? { processing: [{ description: state }] } : {}),
  }
}

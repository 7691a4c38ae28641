import type { Hl7Segment } from '@medplum/core'
import type { Sample } from '#domain/orders/document.ts'
import { specimenNumber } from '#domain/samples/sample.ts'
import { offsetInWords, offsetMinutes } from '#domain/specimens/clock.ts'
import {
  ADDITIVE_WORDS,
  CONDITION_WORDS,
  isOfTable0371,
  METHOD_WORDS,
  ROLE_CODES,
  SIDE_WORDS,
  STATE_CODES,
  typeCode,
} from '#domain/specimens/codes.ts'
import { type FieldContent, setComposed } from '../hl7/message.ts'
import { writeDate } from '../hl7/times.ts'
import { type Answer, coded, day, line } from './answers.ts'
import type { SpecimenCodes } from './port.ts'

/**
 * SPM-4: the laboratory's code of the type, or our name of it, then its code in table 0487 or, if that has none, in
 * SNOMED CT. The SNOMED CT code is also an answer (66746-9), because the field holds two codes at most.
 */
export function typeField(type: string, codes: SpecimenCodes = new Map(), sample?: Sample): string[] {
  const known = typeCode({ ...sample, specimenType: type })
  const local = codes.get(type) ?? type
  if (!known) return [local, type, 'L']
  const { snomed, name, table0487 } = known
  return [local, type, 'L', ...(table0487 ? [table0487, name, 'HL70487'] : [snomed, name, 'SCT'])]
}

/** SPM-17 and OBR-7: the date, or the minute by the clinic's clock with its offset: `202603111015-0500`. */
export function collectedAt({ dateOfCollection, timeOfCollection = '', timeZone = '' }: Sample): string {
  const date = writeDate(dateOfCollection)
  const offset = offsetMinutes(dateOfCollection, timeOfCollection, timeZone)
  if (date === '' || offset === null) return date
  return `${date}${timeOfCollection.replace(':', '')}${offsetInWords(offset).replace(':', '')}`
}

/** SPM-11. Table 0369 has a code for the patient only. */
function roleField({ role }: Sample): string[] {
  if (!role) return []
  return [ROLE_CODES[role], role, role === 'Proband' ? 'HL70369' : 'L']
}

/** The fields of SPM that hold one code each; empty if it is not known. SPM-5 repeats. */
export function detailFields(sample: Sample): Record<number, FieldContent> & { 5: string[][]; 7: string[] } {
  const { additive, state, condition, site = '', side, collectionMethod: method, tubes = '' } = sample
  return {
    5: state ? [[STATE_CODES[state], state, 'L']] : [],
    6: additive ? [additive, ADDITIVE_WORDS[additive], isOfTable0371(additive) ? 'HL70371' : 'L'] : [],
    7: method ? [method, METHOD_WORDS[method], 'HL70488'] : [],
    8: site === '' ? [] : ['', site],
    9: side ? [side, SIDE_WORDS[side], 'HL70495'] : [],
    11: roleField(sample),
    24: condition ? [condition, CONDITION_WORDS[condition], 'HL70493'] : [],
    26: tubes,
  }
}

/** The fields with subcomponents: SPM-3 (EIP: the specimen it was made from) and SPM-12 (CQ: how much). */
export function withComposed(spm: Hl7Segment, orderId: number, sample: Sample): Hl7Segment {
  const { parent = '', amount = '', amountUnit = '' } = sample
  if (parent !== '') setComposed(spm, 3, [[specimenNumber(orderId, parent)]])
  if (amount !== '') setComposed(spm, 12, [[amount], amountUnit === '' ? [] : [amountUnit, '', 'UCUM']])
  return spm
}

/** Answers that neither format has a place for. */
export function furtherDetails(sample: Sample): Answer[] {
  const { tumorPercent = '', concentration = '', isEstimated = false } = sample
  return [
    ...(isEstimated ? line(['COLLECTION-ESTIMATED', 'The time of collection is an estimate'], 'Yes') : []),
    ...day(['ARRIVAL-EXPECTED', 'Expected at the laboratory'], sample.arrivesOn ?? ''),
    ...line(['CONCENTRATION', 'Concentration in ng/µL'], concentration),
    ...line(['EXTRACTED-BY', 'Laboratory that extracted it'], sample.extractedBy ?? ''),
    ...line(['EXTRACTION-ACCREDITATION', 'Accreditation of that laboratory'], sample.accreditation ?? ''),
    ...line(['TUMOR-PERCENT', 'Tumor nuclei in percent'], tumorPercent),
    ...line(['BLOCK-ID', 'Block'], sample.blockId ?? ''),
    ...line(['FIXATION', 'Fixation'], sample.fixation ?? ''),
  ]
}

/** Answers that FHIR has an element for, but not SPM. */
export function specimenOnly(sample: Sample): Answer[] {
  const { specimenType, approach, collectionMethod: method, timeOfCollection = '', timeZone = '' } = sample
  const type = typeCode({ ...sample, specimenType })
  return [
    ...(type ? coded(['66746-9', 'Specimen type'], [type.snomed, type.name, 'SCT'], { coding: 'LN' }) : []),
    ...line(['COLLECTOR', 'Who collected it'], sample.collector ?? ''),
    ...(timeOfCollection === '' ? [] : line(['COLLECTION-ZONE', 'Time zone of the collection'], timeZone)),
    // SPM-7 has the approach.
    ...(method && approach ? line(['COLLECTION-METHOD', 'How it was collected'], METHOD_WORDS[method]) : []),
  ]
}

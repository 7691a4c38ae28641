import { dayInWords } from '../dates/dates.ts'
import type { Patient, Sample } from '../orders/document.ts'
import { ADDITIVE_WORDS, amountInWords, CONDITION_WORDS, METHOD_WORDS, SIDE_WORDS } from './codes.ts'

/** 'collected 12 Mar 2026, 14:05 (America/New_York)'; '' while it is not collected. */
export function collectedInWords(sample: Sample): string {
  const { dateOfCollection, timeOfCollection = '', timeZone = '', isEstimated } = sample
  if (dateOfCollection === '') return ''
  const time = timeOfCollection && ` ${timeOfCollection}${timeZone && ` ${timeZone}`}`
  return `collected ${isEstimated ? 'about ' : ''}${dayInWords(dateOfCollection)}${time}`
}

/** What is known of a specimen besides its type and date; unknown parts are ''. */
export function specimenDetailsInWords(sample: Sample): string[] {
  const { role, additive, state, condition, amount = '', amountUnit = '', side, site = '' } = sample
  const { tubes = '', collectionMethod: method, collector = '', tumorPercent = '', blockId = '' } = sample
  const { extractedBy = '', accreditation = '' } = sample
  return [
    role ?? '',
    additive ? ADDITIVE_WORDS[additive] : '',
    state ?? '',
    amount && amountInWords(amount, amountUnit),
    tubes && (tubes === '1' ? '1 tube' : `${tubes} tubes`),
    [side ? SIDE_WORDS[side].toLowerCase() : '', site].filter(Boolean).join(' '),
    method ? METHOD_WORDS[method].toLowerCase() : '',
    condition ? CONDITION_WORDS[condition].toLowerCase() : '',
    tumorPercent && `${tumorPercent}% tumor nuclei`,
    blockId && `block ${blockId}`,
    extractedBy && `extracted by ${extractedBy}`,
    accreditation && `accreditation ${accreditation}`,
    collector && `by ${collector}`,
  ]
}

/** 'transfusion: yes, 1 Mar 2026; transplant: no'; '' if nothing is answered. */
export function bloodInWords({ bloodHistory: history }: Pick<Patient, 'bloodHistory'>): string {
  if (!history) return ''
  // Details are sent as well, whether or not their question is answered.
  const answer = (words: string, given: string | undefined, details: (string | undefined)[]) => {
    const known = [given?.toLowerCase(), ...details].filter(Boolean)
    return known.length === 0 ? [] : [`${words}: ${known.join(', ')}`]
  }
  const { transfusedOn = '', transplantedOn = '', leukoreduced, immunityNormal } = history
  return [
    ...answer('transfusion', history.transfusion, [
      ...[dayInWords(transfusedOn), history.transfusionProduct?.toLowerCase()],
      leukoreduced && `leukoreduced ${leukoreduced.toLowerCase()}`,
      immunityNormal && `normal immunity ${immunityNormal.toLowerCase()}`,
    ]),
    ...answer('transplant', history.transplant, [dayInWords(transplantedOn), history.transplantDonor]),
    ...answer('active leukemia or lymphoma', history.bloodCancer, []),
  ].join('; ')
}

export const TISSUE_WORDS = { POC: 'Products of conception', Villi: 'Chorionic villi' } as const
export const APPROACH_WORDS = { TA: 'Transabdominal', TC: 'Transcervical' } as const

/** 'Fresh Tissue, products of conception'; '' while the type is not chosen. */
export function typeInWords({ specimenType, tissue, approach }: Sample): string {
  const more = [tissue && TISSUE_WORDS[tissue], approach && APPROACH_WORDS[approach]].filter(Boolean)
  return [specimenType, ...more.map((words) => (specimenType ? words.toLowerCase() : words))]
    .filter(Boolean)
    .join(', ')
}

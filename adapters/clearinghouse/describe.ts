import { table } from '#domain/table.ts'
import { lookUp } from './codes.ts'
import { readDay } from './levels.ts'
import { type Delimiters, element, type Segment } from './x12.ts'

/** REF01: the kind of reference number. */
const REFERENCES = table<string>({
  '18': 'Plan number',
  '1L': 'Group or policy number',
  '1W': 'Member ID',
  '3H': 'Case number',
  '49': 'Family unit number',
  '6P': 'Group number',
  '9F': 'Referral number',
  ALS: 'Alternative list',
  CLI: 'Coverage list',
  CT: 'Contract number',
  EA: 'Medical record number',
  EJ: 'Patient account number',
  F6: 'Medicare number',
  FO: 'Formulary',
  G1: 'Prior authorization number',
  GH: 'Identification card number',
  HJ: 'Identity card number',
  IF: 'Issue number',
  IG: 'Policy number',
  M7: 'Medical assistance category',
  N6: 'Plan network',
  NQ: 'Medicaid number',
  Q4: 'Former number',
  SY: 'Social security number',
  Y4: 'Claim number',
})

/** DTP01: the kind of date. */
const DATES = table<string>({
  '096': 'Discharge',
  '102': 'Issue',
  '152': 'Change effective',
  '193': 'Period begins',
  '194': 'Period ends',
  '198': 'Completion',
  '290': 'Coordination of benefits',
  '291': 'Plan',
  '292': 'Benefit',
  '295': 'Primary care provider',
  '304': 'Latest visit',
  '307': 'Eligibility',
  '318': 'Added',
  '340': 'COBRA begins',
  '341': 'COBRA ends',
  '342': 'Premium paid from',
  '343': 'Premium paid to',
  '346': 'Plan begins',
  '347': 'Plan ends',
  '348': 'Benefit begins',
  '349': 'Benefit ends',
  '356': 'Eligibility begins',
  '357': 'Eligibility ends',
  '382': 'Enrollment',
  '435': 'Admission',
  '442': 'Death',
  '458': 'Certification',
  '472': 'Service',
  '539': 'Policy effective',
  '540': 'Policy expires',
  '636': 'Last update',
  '771': 'Status',
})

/** PER03, 05 and 07: how to contact the person or office. */
const CHANNELS = table<string>({
  ...{ TE: 'telephone', FX: 'fax', EM: 'e-mail', UR: 'web page', EX: 'extension', WP: 'work telephone' },
  ...{ HP: 'home telephone', ED: 'EDI number' },
})

/** INS02, the patient's relationship to the policy holder. */
const RELATIONSHIPS = table<string>({
  ...{ '01': 'spouse', '18': 'self', '19': 'child', '20': 'employee', '21': 'unknown' },
  ...{ '34': 'other adult', '39': 'organ donor', '40': 'cadaver donor', '53': 'life partner' },
  G8: 'other',
})

/** Describes a segment completely: known codes in words, everything else unchanged. */
export function describe(segment: Segment, delimiters: Delimiters): { about: string; words: string } {
  const [id = ''] = segment
  const at = (number: number) => element(segment, number)
  const all = (...phrases: string[]) => phrases.filter((one) => one !== '').join(' ')
  /** Elements that nothing here reads. */
  const rest = (from: number) => segment.slice(from).filter((one) => one !== '')
  if (id === 'REF')
    return { about: lookUp(REFERENCES, at(1)) ?? `Reference ${at(1)}`, words: all(at(2), at(3), ...rest(4)) }
  if (id === 'DTP')
    return {
      about: lookUp(DATES, at(1)) ?? `Date ${at(1)}`,
      words: all(daysOf(at(2), at(3)), ...rest(4)),
    }
  if (id === 'PER') return { about: 'Contact', words: contactOf(segment) }
  if (id === 'N3' || id === 'N4') return { about: 'Address', words: all(...rest(1)) }
  if (id === 'TRN')
    return { about: at(1) === '1' ? 'The payer’s trace number' : 'Trace number', words: all(...rest(2)) }
  if (id === 'HI') return { about: 'Diagnoses', words: diagnosesOf(segment, delimiters).join(', ') }
  if (id === 'INS') {
    const relationship = lookUp(RELATIONSHIPS, at(2)) ?? at(2)
    // INS03 001 is a change, INS04 25 a change of identifying data.
    const isCorrected = at(3) === '001' && at(4) === '25'
    return {
      about: isCorrected ? 'The payer corrected the person’s identity' : 'Relationship to the policy holder',
      words: all(
        relationship,
        isCorrected ? '(compare name, date of birth and member ID with the card)' : all(at(3), at(4)),
        ...rest(5),
      ),
    }
  }
  if (id === 'DMG')
    return {
      about: 'Date of birth and sex',
      words: all(daysOf(at(1), at(2)), lookUp(SEXES, at(3)) ?? at(3), ...rest(4)),
    }
  return { about: 'Not understood', words: all(id, ...rest(1)) }
}

const SEXES = table<string>({ F: 'female', M: 'male', U: 'unknown' })

/** `2026-01-01 to 2026-12-31`, or the text unchanged. */
function daysOf(format: string, text: string): string {
  const days = (format === 'RD8' ? text.split('-') : [text]).map((one) => readDay(one, '', []) || one)
  return format === 'D8' || format === 'RD8' ? days.join(' to ') : `${format} ${text}`.trim()
}

/** PER: a person or office, and how to contact them. */
export function contactOf(segment: Segment): string {
  const numbers = [3, 5, 7].map((number) => {
    const [channel, value] = [element(segment, number), element(segment, number + 1)]
    return `${lookUp(CHANNELS, channel) ?? channel} ${value}`.trim()
  })
  const rest = segment.slice(9)
  return [element(segment, 2), ...numbers, ...rest].filter((one) => one !== '').join(', ')
}

/** The codes of an HI segment: the second component of each composite. */
export function diagnosesOf(segment: Segment, { component }: Delimiters): string[] {
  return segment.slice(1).flatMap((composite) => {
    const [, code = '', ...more] = composite.split(component)
    return [code || composite, ...more].filter((one) => one !== '')
  })
}
